// Whether a program is behind this page, or a plain web server.

/** @type {Promise<boolean>|null} */
let known = null;

/** Its policy lets the page open a WebSocket; that of a plain server has no word about it. */
export function served() {
  known ??= fetch('.', { method: 'HEAD', cache: 'no-store' }).then(
    (answer) => (answer.headers.get('content-security-policy') ?? '').includes('ws://'),
    () => false,
  );
  return known;
}
