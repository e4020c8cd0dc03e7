import { textOfFrameId, type FrameBlock, type FrameName } from '../../shared/model/frame-block.ts';
import type { RunFrame } from '../../shared/model/run.ts';
import { PayloadWindow } from './payload-window.ts';
import { NumberColumn } from './number-column.ts';

/** What is known of every frame, whether or not its payload is in the window. */
export interface FrameFacts {
  readonly seq: number;
  readonly atMs: number;
  readonly mode: string;
  readonly namespace: readonly string[];
  /** UTF-16 units of the payload. */
  readonly length: number;
}

/** A name that occurs in a log, and how often it does. */
export interface CountedName {
  readonly mode: string;
  readonly namespace: readonly string[];
  readonly count: number;
}

/** Tenths of a millisecond fit into 32 bits for five days. */
const ticksPerMs = 10;
const lastTick = 2 ** 32 - 1;

/**
 * The frames of one log, in order, from 0 on. Twelve bytes for each are kept for good: when it came, what it is called
 * and how long its payload is. Payloads and ids take a fixed amount of memory: those that were not looked at for the
 * longest time are let go of, and are read from the services again when somebody wants them.
 */
export class FrameList {
  readonly #ticks = new NumberColumn();
  readonly #nameAt = new NumberColumn();
  readonly #lengths = new NumberColumn();
  readonly #names: { readonly mode: string; readonly namespace: readonly string[]; count: number }[] = [];
  readonly #known = new Map<string, number>();
  readonly #payloads: PayloadWindow;

  constructor(maxPayloadBytes?: number) {
    this.#payloads = new PayloadWindow(maxPayloadBytes);
  }

  /** How many frames there are. */
  get length(): number {
    return this.#lengths.length;
  }

  /** The names that occur, in the order of their first frames. A new one has a new place at the end. */
  get names(): readonly CountedName[] {
    return this.#names;
  }

  /** The place in {@link names} of a frame's name: quick to compare for each of a million frames. */
  nameAt(seq: number): number {
    return this.#nameAt.at(seq);
  }

  /** When a frame came, in milliseconds since the run's first one. */
  atMs(seq: number): number {
    return this.#ticks.at(seq) / ticksPerMs;
  }

  facts(seq: number): FrameFacts | undefined {
    const name = seq >= 0 && seq < this.length ? this.#names[this.nameAt(seq)] : undefined;
    if (!name) return undefined;
    const { mode, namespace } = name;
    return { seq, atMs: this.atMs(seq), mode, namespace, length: this.#lengths.at(seq) };
  }

  /** A frame with its payload and id; `undefined` while these are not in the window: see `load` of the log. */
  frame(seq: number): RunFrame | undefined {
    const payload = this.#payloads.get(seq);
    const name = payload ? this.#names[this.nameAt(seq)] : undefined;
    if (!payload || !name) return undefined;
    const { mode, namespace } = name;
    return { seq, atMs: this.atMs(seq), id: textOfFrameId(payload.id), mode, namespace, text: payload.text };
  }

  /** Takes frames that follow the last one, or repeat some; gives those that are new. A gap is refused. */
  append(block: FrameBlock): RunFrame[] {
    const { from, lengths, atMs, ids, nameAt, text } = block;
    const added: RunFrame[] = [];
    if (from > this.length) return added;
    const names = block.names.map((name) => this.#placeOf(name));
    let end = 0;
    for (const [at, length] of lengths.entries()) {
      end += length;
      const seq = from + at;
      if (seq < this.length) continue;
      const place = names[nameAt[at] ?? 0] ?? 0;
      const name = this.#names[place];
      if (!name) continue;
      name.count += 1;
      const ticks = Math.min(lastTick, Math.round((atMs[at] ?? 0) * ticksPerMs));
      this.#ticks.add(ticks);
      this.#nameAt.add(place);
      this.#lengths.add(length);
      const payload = text.slice(end - length, end);
      const id = ids[at] ?? null;
      this.#payloads.put(seq, payload, id);
      const { mode, namespace } = name;
      added.push({ seq, atMs: ticks / ticksPerMs, id: textOfFrameId(id), mode, namespace, text: payload });
    }
    return added;
  }

  /** Takes payloads back that were let go of. */
  refill({ from, lengths, ids, text }: FrameBlock): void {
    let end = 0;
    for (const [at, length] of lengths.entries()) {
      end += length;
      if (from + at < this.length)
        this.#payloads.put(from + at, text.slice(end - length, end), ids[at] ?? null);
    }
  }

  /** The first frame from `from` on and before `to` whose payload is not in the window; `null` when all are. */
  firstMissing(from: number, to: number): number | null {
    const end = Math.min(to, this.length);
    for (let seq = Math.max(0, from); seq < end; seq += 1) if (!this.#payloads.has(seq)) return seq;
    return null;
  }

  #placeOf({ mode, namespace }: FrameName): number {
    const key = JSON.stringify([mode, ...namespace]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const place = this.#names.length;
    this.#known.set(key, place);
    this.#names.push({ mode, namespace, count: 0 });
    return place;
  }
}
