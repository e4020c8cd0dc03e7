import { isValidUtf8, textOfBytes } from './bytes.ts';

/** A parsed event name, cached (docs/protocol.md, Frames). */
export interface EventName {
  /** As it came; `message` if empty, and the usual name where a server has another one. */
  readonly text: string;
  /** The part before the first bar. */
  readonly mode: string;
  /** Names and task ids of subgraphs, outermost first. */
  readonly namespace: readonly string[];
  readonly validUtf8: boolean;
}

// What pure-graph names events that other servers have under another name.
const usualNames: ReadonlyMap<string, string> = new Map([
  ['__stream_error__', 'error'],
  ['__stream_end__', 'end'],
]);

/** The name of an event without one. */
export const messageEvent = eventName('', true);

interface KnownName {
  readonly name: EventName;
  readonly bytes: Uint8Array;
  // The whole line that it first came in, with its LF.
  readonly line: DataView;
}

const maxCachedNames = 32;
const unknown: KnownName = {
  name: messageEvent,
  bytes: new Uint8Array(),
  line: new DataView(new ArrayBuffer(0)),
};

// Caches recent names, so that a name costs a comparison instead of a new string.
export class EventNames {
  readonly #cachedNames: KnownName[] = [];
  #next = 0;
  #newest = unknown;

  /** The newest name, if its line is repeated here, as in most events. */
  repeated(chunk: DataView, offset: number): EventName | null {
    const { line, name } = this.#newest;
    const last = line.byteLength - 4;
    if (last < 0 || offset + last + 4 > chunk.byteLength) return null;
    // Compares four bytes at a time, the last four first, which cuts a fifth off the cost of a token stream.
    if (chunk.getInt32(offset + last) !== line.getInt32(last)) return null;
    for (let byte = 0; byte < last; byte += 4) {
      if (chunk.getInt32(offset + byte) !== line.getInt32(byte)) return null;
    }
    return name;
  }

  /** Length of a repeated line with its line end. */
  get repeatedBytes(): number {
    return this.#newest.line.byteLength;
  }

  /** The name from `from` to `to`, in a line that begins at `begin`. */
  of(line: Uint8Array, start: number, from: number, to: number): EventName {
    this.#newest = this.#find(line, from, to) ?? this.#learn(line, start, from, to);
    return this.#newest.name;
  }

  #find(line: Uint8Array, from: number, to: number): KnownName | null {
    for (const cachedName of this.#cachedNames) {
      if (cachedName.bytes.length === to - from && isSame(cachedName.bytes, line, from)) return cachedName;
    }
    return null;
  }

  #learn(line: Uint8Array, start: number, from: number, to: number): KnownName {
    const text = textOfBytes(line, from, to);
    const whole = new Uint8Array(to - start + 1);
    whole.set(line.subarray(start, to));
    whole[to - start] = 10;
    const entry = {
      name: eventName(text, isValidUtf8(text, line, from, to)),
      bytes: whole.subarray(from - start, to - start),
      line: new DataView(whole.buffer),
    };
    this.#cachedNames[this.#next] = entry;
    this.#next = (this.#next + 1) % maxCachedNames;
    return entry;
  }
}

function eventName(rawName: string, validUtf8: boolean): EventName {
  const text = rawName === '' ? 'message' : (usualNames.get(rawName) ?? rawName);
  const [mode = '', ...namespace] = text.split('|');
  return { text, mode, namespace, validUtf8 };
}

// Backwards: names of one kind differ in the task id, which comes last.
function isSame(nameBytes: Uint8Array, line: Uint8Array, from: number): boolean {
  for (let index = nameBytes.length - 1; index >= 0; index -= 1) {
    if (nameBytes[index] !== line[from + index]) return false;
  }
  return true;
}
