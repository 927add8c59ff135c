// Sets the theme before the first paint, to avoid a flash. A classic script, because a module would run too
// late.
(() => {
  let theme = 'auto';
  try {
    theme = JSON.parse(localStorage.getItem('foley.settings') ?? '{}').theme ?? 'auto';
  } catch {
    // Unreadable settings are reported and repaired by store.js.
  }
  const light = matchMedia('(prefers-color-scheme: light)').matches;
  document.documentElement.dataset.theme = theme === 'auto' ? (light ? 'light' : 'dark') : theme;
})();
