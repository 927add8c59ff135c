// The way from the program to the page: what reaches `foley studio` by OSC comes here over a WebSocket, is said to the engine, and answered.
//
// | from the program                        | means                                                         |
// |-----------------------------------------|---------------------------------------------------------------|
// | {hello: {version, osc, presets}}        | first of all: its port for OSC, or null; whether it has a folder of presets |
// | {id, address, args, in}                 | somebody says this, to happen in so many seconds              |
// | {lost: n}                               | the page was too slow for so many                             |
//
// The answer is {id, answer} or {id, error}. A page on a plain web server has no program behind it: then nothing is tried and nothing is said.

/** Between two tries at first, and at most [ms]. */
const MIN_DELAY = 500;
const MAX_DELAY = 20000;

/** Whether a program is behind this page: its policy lets the page open a WebSocket, that of a plain server has no word about it. */
async function hasProgram() {
  try {
    const answer = await fetch('.', { method: 'HEAD', cache: 'no-store' });
    return (answer.headers.get('content-security-policy') ?? '').includes('ws://');
  } catch {
    return false;
  }
}

export class Bridge extends EventTarget {
  /** 'none' (plain page) · 'connecting' · 'on' · 'lost' */
  state = 'none';
  /** The program's port for OSC. @type {number|null} */
  osc = null;
  /** How many messages came. */
  received = 0;
  /** The last address that was said. */
  last = '';
  #outside;
  #notice;
  #wait = MIN_DELAY;
  #timer = 0;
  /** @type {WebSocket|null} */ #socket = null;

  /**
   * @param {import('../types.js').Bench} bench
   * @param {ReturnType<typeof import('./outside.js').oscDispatcher>} outside
   */
  constructor({ notice }, outside) {
    super();
    this.#notice = notice;
    this.#outside = outside;
  }

  async start() {
    if (!(await hasProgram())) return;
    this.#connect();
    // Whoever comes back to the page, or to the network, need not wait for the next try.
    addEventListener('online', () => this.#hurry());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#hurry();
    });
  }

  #hurry() {
    if (this.state !== 'lost') return;
    clearTimeout(this.#timer);
    this.#wait = MIN_DELAY;
    this.#connect();
  }

  #connect() {
    this.#set(this.state === 'lost' ? 'lost' : 'connecting');
    const url = new URL('ws', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      if (this.state === 'lost') this.#notice.show('The program is there again.');
      this.#wait = MIN_DELAY;
      this.#set('on');
    });
    socket.addEventListener('message', (event) => this.#message(event.data));
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return;
      if (this.state === 'on') this.#notice.show('The program is gone. The page goes on by itself and looks for it.', 'problem');
      this.#set('lost');
      this.#timer = Number(setTimeout(() => this.#connect(), this.#wait * (0.8 + 0.4 * Math.random())));
      this.#wait = Math.min(MAX_DELAY, this.#wait * 2);
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
      // Whoever needs the program learns that it is there, such as its folder of presets.
      document.dispatchEvent(new CustomEvent('program', { detail: message.hello }));
    }
    if (message.lost) this.#notice.show(`${message.lost} messages came faster than this page could take them.`, 'problem');
    if (typeof message.address !== 'string') return;
    this.received++;
    this.last = message.address;
    this.dispatchEvent(new Event('heard'));
    const { id } = message;
    const args = Array.isArray(message.args) ? message.args : [];
    try {
      const answer = await this.#outside.say(message.address, args, Number(message.delay) || 0);
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
