// Types of the data of the page, for the type checker and for readers. No code.

/** @typedef {Record<string, Record<string, number|string>>} Values by part and id; in SI units, or the name of a choice */
/** @typedef {{ format?: number, model: string, name?: string, sentence?: string, author?: string, like?: string, place?: string, seed?: number, loudness?: { target?: number, gain?: number }, slug?: string, values?: Values, units?: Record<string, Record<string, string>>, modes?: Record<string, any[]>, score?: any[] }} PresetDoc */

/** @typedef {{ name: string, low: string, high: string }} Handle */
/**
 * @typedef {object} Param
 * @property {string} path
 * @property {string} part
 * @property {string} id
 * @property {string} doc
 * @property {string} symbol
 * @property {string} unit
 * @property {string} aspect
 * @property {'linear'|'logarithmic'|'integer'|'choice'|'switch'} scale
 * @property {Handle|null} handle
 * @property {string[]|null} choices
 * @property {any} min
 * @property {any} max
 * @property {any} default
 * @property {any} value
 */
/** @typedef {Omit<Param, 'path'|'part'|'aspect'|'value'>} Gesture */
/**
 * @typedef {object} Model
 * @property {string} name
 * @property {string} title
 * @property {string} family
 * @property {'event'|'texture'|'process'} level
 * @property {string[]} made_of
 * @property {string[]} used_by
 * @property {boolean} listens
 * @property {string} physics
 * @property {string} equation
 * @property {string} source
 * @property {Gesture[]} gestures
 * @property {string[]} [lasting_gestures] names of the gestures that go on until told
 * @property {Param[]} params
 * @property {{ name: string, quantity: string, unit: string, audible: boolean }[]} outputs
 * @property {PresetDoc[]} presets
 */
/** @typedef {{ name: string, meaning: string, size: number[]|null, width: number|null, decay: { frequencies: number[], seconds: number[] }|null, max_distance: number }} Place sizes in metres, times in seconds */
/** @typedef {{ version: string, families: { name: string }[], levels: string[], models: Model[], places: Place[], distance: Pick<Param, 'min'|'max'|'default'|'scale'> }} Catalogue */

/** @typedef {{ kind: 'once' } | { kind: 'repeat', every: number, times: number|null } | { kind: 'rhythm', steps: number[], tempo: number } | { kind: 'curve', path: string, points: [number, number][], seconds: number }} Time */
/** @typedef {{ name: string, preset: PresetDoc, gain: number, pan: number, mute: boolean, solo: boolean, hears: string|null, time: Time }} Sound */
/** @typedef {{ source: { kind: 'midi'|'key'|'motion', [more: string]: any }, address: string, low: number, high: number }} Mapping */
/**
 * @typedef {object} State
 * @property {number} version
 * @property {Sound[]} sounds
 * @property {string|null} selected
 * @property {{ gain: number, limiter: boolean, place: string, distance: number }} master distance of the sources in metres
 * @property {(PresetDoc & { of?: string })|null} other the inactive side of the A/B comparison, and the sound it belongs to
 * @property {'A'|'B'} side
 * @property {{ corners: (PresetDoc|null)[], at: [number, number] }} morph
 * @property {Mapping[]} mappings
 * @property {{ name: string, preset: PresetDoc }[]} own
 */
/** @typedef {{ theme: 'auto'|'dark'|'light', views: Record<string, any>, seen: Record<string, boolean> }} Settings */
/** @typedef {'change'|'follow'|'undo'|'redo'|'load'} ChangeKind */

/** @typedef {EventTarget & Record<string, any> & { catalogue: Catalogue, query(request: object): any, queryAsync(request: object): Promise<any>, start(): Promise<void>, state: string, context: AudioContext, node: AudioNode, execute(request: object): Promise<any>, send(address: string, args?: (number|string)[], delay?: number, held?: boolean): Promise<any>, add(name: string, preset: PresetDoc, strip?: object): Promise<any>, retarget(name: string, preset: PresetDoc, glide?: number): Promise<any>, remove(name: string): Promise<any>, play(name: string, delay?: number): Promise<any>, watch(name: string|null): Promise<any> }} Engine */
/** @typedef {{ store: import('./store.js').Store, engine: Engine, notice: ReturnType<typeof import('./notice.js').mount>, playback: ReturnType<typeof import('./sync.js').sync> }} App */

export {};
