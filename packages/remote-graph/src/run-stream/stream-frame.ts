import { parseExact } from 'exact-json';
import { assertNotTooDeep } from '../http/raw-text.ts';
import { ProtocolError } from '../errors.ts';
import type { SseFrame } from '../sse/sse-frame.ts';
import type { NumberMode } from '../http/raw-text.ts';

/** One event of a run's stream. The payload is decoded on access to `text` and parsed by `json`. */
export interface StreamFrame {
  /** The server's event id, if any. Not unique. */
  readonly id: string | null;
  /**
   * The mode without its namespace: `values`, `updates`, `messages`, `messages/partial`, `error`, `metadata`,
   * ...
   */
  readonly event: string;
  /** Names and task ids of its subgraphs, outermost first. */
  readonly namespace: readonly string[];
  /** The payload's text, with U+FFFD for invalid UTF-8. */
  readonly text: string;
  readonly invalidUtf8: boolean;
  /** `id`, as a number if it is a small one, which avoids a string. */
  readonly shortId: number | string | null;
  /** Length of the payload in bytes. */
  readonly byteLength: number;
  /** The frame exceeded the limit; its text was dropped. */
  readonly tooLarge: boolean;
  /**
   * Parses the payload; its exact text is `text`, not `rawTextOf`. Throws {@link ProtocolError} if it is not
   * JSON; the stream continues.
   */
  json(): unknown;
  /**
   * Passes the payload's bytes on without decoding them: consecutive pieces, each as a range of an array.
   * Don't write to the arrays.
   */
  forEachChunk(take: (bytes: Uint8Array, from: number, to: number) => void): void;
}

export function toStreamFrame(sse: SseFrame, numbers: NumberMode = 'doubles'): StreamFrame {
  return new RunFrame(sse, numbers);
}

class RunFrame implements StreamFrame {
  // Plain members, not #private ones, and few: these are created by the hundred thousand.
  private readonly sse: SseFrame;
  private readonly numbers: NumberMode;

  constructor(sse: SseFrame, numbers: NumberMode) {
    this.sse = sse;
    this.numbers = numbers;
  }

  get event(): string {
    return this.sse.name.mode;
  }

  get namespace(): readonly string[] {
    return this.sse.name.namespace;
  }

  get tooLarge(): boolean {
    return this.sse.tooLarge;
  }

  get id(): string | null {
    return this.sse.id;
  }

  get shortId(): number | string | null {
    return this.sse.shortId;
  }

  get byteLength(): number {
    return this.sse.byteLength;
  }

  forEachChunk(take: (bytes: Uint8Array, from: number, to: number) => void): void {
    this.sse.forEachChunk(take);
  }

  get text(): string {
    return this.sse.text;
  }

  get invalidUtf8(): boolean {
    return this.sse.invalidUtf8;
  }

  json(): unknown {
    const { text } = this;
    assertNotTooDeep(text, `The payload of a "${this.event}" event`);
    try {
      return this.numbers === 'doubles' ? JSON.parse(text) : parseExact(text, this.numbers);
    } catch (cause) {
      const why = this.tooLarge ? 'is larger than the limit' : 'is not JSON';
      throw new ProtocolError(`The payload of a "${this.event}" event ${why}.`, text, null, cause);
    }
  }
}
