// Connection to the program: receives OSC messages from `foley studio` over a WebSocket and returns the
// answers.
//
// | from the program                        | meaning                                                       |
// |-----------------------------------------|---------------------------------------------------------------|
// | {hello: {version, osc, presets}}        | first message: OSC port or null, whether a preset folder exists |
// | {id, address, args, delay}              | an OSC message, to be applied after `delay` seconds           |
// | {lost: n}                               | `n` messages were dropped because the page was too slow       |
//
// The answer is {id, answer} or {id, error}. On a plain web server there is no program, and no connection is
// tried.

/** Minimum and maximum delay between two connection attempts [ms]. */
const MIN_DELAY = 500;
const MAX_DELAY = 20000;

/** Whether the page is served by the program: only its content policy allows WebSockets. */
async function hasProgram() {
  try {
    const answer = await fetch('.', { method: 'HEAD', cache: 'no-store' });
    return (answer.headers.get('content-security-policy') ?? '').includes('ws://');
  } catch {
    return false;
  }
}

export class Bridge extends EventTarget {
  /** 'none' (no program) · 'connecting' · 'on' · 'lost' */
  state = 'none';
  /** OSC port of the program. @type {number|null} */
  osc = null;
  /** Number of received messages. */
  received = 0;
  /** Address of the last message. */
  last = '';
  #dispatcher;
  #notice;
  #delay = MIN_DELAY;
  #timer = 0;
  /** @type {WebSocket|null} */ #socket = null;

  /**
   * @param {import('../types.js').App} app
   * @param {ReturnType<typeof import('./osc-dispatcher.js').oscDispatcher>} dispatcher
   */
  constructor({ notice }, dispatcher) {
    super();
    this.#notice = notice;
    this.#dispatcher = dispatcher;
  }

  async start() {
    if (!(await hasProgram())) return;
    this.#connect();
    // Reconnects at once when the page becomes visible or the network returns.
    addEventListener('online', () => this.#reconnectNow());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#reconnectNow();
    });
  }

  #reconnectNow() {
    if (this.state !== 'lost') return;
    clearTimeout(this.#timer);
    this.#delay = MIN_DELAY;
    this.#connect();
  }

  #connect() {
    this.#set(this.state === 'lost' ? 'lost' : 'connecting');
    const url = new URL('ws', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      if (this.state === 'lost') this.#notice.show('Reconnected to the program.');
      this.#delay = MIN_DELAY;
      this.#set('on');
    });
    socket.addEventListener('message', (event) => this.#message(event.data));
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return;
      if (this.state === 'on') this.#notice.show('Connection to the program lost. The page continues alone and tries to reconnect.', 'problem');
      this.#set('lost');
      this.#timer = Number(setTimeout(() => this.#connect(), this.#delay * (0.8 + 0.4 * Math.random())));
      this.#delay = Math.min(MAX_DELAY, this.#delay * 2);
    });
  }

  /** @param {string} state */
  #set(state) {
    this.state = state;
    this.dispatchEvent(new Event('change'));
  }

  /** @param {unknown} text */
  async #message(text) {
    const message = parseMessage(text);
    if (!message) return;
    if (message.hello) {
      this.osc = typeof message.hello.osc === 'number' ? message.hello.osc : null;
      this.#set(this.state);
      // Tells other parts that the program is available, such as the preset folder.
      document.dispatchEvent(new CustomEvent('program', { detail: message.hello }));
    }
    if (message.lost) this.#notice.show(`${message.lost} ${message.lost === 1 ? 'message was' : 'messages were'} lost: the page could not process the messages as fast as they arrived.`, 'problem');
    if (typeof message.address !== 'string') return;
    this.received++;
    this.last = message.address;
    this.dispatchEvent(new Event('received'));
    const { id } = message;
    const args = Array.isArray(message.args) ? message.args : [];
    try {
      const answer = await this.#dispatcher.send(message.address, args, Number(message.delay) || 0, true);
      this.#send({ id, answer });
    } catch (error) {
      this.#send({ id, error: /** @type {Error} */ (error).message });
    }
  }

  /** @param {object} answer */
  #send(answer) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(answer));
  }
}

/** @param {unknown} text @returns {Record<string, any>|null} */
function parseMessage(text) {
  if (typeof text !== 'string') return null;
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
