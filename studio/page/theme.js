// Dark or light before anything is drawn, so that nothing flashes. A classic script: a module would come too late.
(() => {
  let theme = 'auto';
  try {
    theme = JSON.parse(localStorage.getItem('foley.settings') ?? '{}').theme ?? 'auto';
  } catch {
    // Unreadable settings are told and mended by store.js.
  }
  const light = matchMedia('(prefers-color-scheme: light)').matches;
  document.documentElement.dataset.theme = theme === 'auto' ? (light ? 'light' : 'dark') : theme;
})();
