import { assertNotTooDeep } from '../http/raw-text.ts';
import { parseExact } from '../../exact-json/numbers/parse-exact.ts';
import { ProtocolError } from '../errors/errors.ts';
import type { SseFrame } from '../sse/sse-frame.ts';
import type { NumberMode } from '../http/raw-text.ts';

/** One event of a run's stream. The payload stays bytes until its text is asked for, and text until `json` is called. */
export interface StreamFrame {
  /** The server's event id, where it sent one. Not unique (row R-4). */
  readonly id: string | null;
  /** The mode without its namespace: `values`, `updates`, `messages`, `messages/partial`, `error`, `metadata`, ... */
  readonly event: string;
  /** Names and task ids of the subgraphs it came from, outermost first. */
  readonly namespace: readonly string[];
  /** The payload as it came. Where bytes were not valid UTF-8, U+FFFD stands in for them. */
  readonly text: string;
  readonly invalidUtf8: boolean;
  /** The same as `id`; a small number as such, so that it costs nothing. */
  readonly shortId: number | string | null;
  /** Bytes of the payload. */
  readonly byteLength: number;
  /** The frame was larger than the limit: its text was thrown away. */
  readonly tooLarge: boolean;
  /** The parsed payload; its exact text is `text`, which `rawTextOf` does not know. Throws {@link ProtocolError} for what is not JSON; the stream goes on regardless (row R-12). */
  json(): unknown;
  /**
   * Hands over the payload's bytes without making a text of them: one piece or several that belong one behind the other,
   * each as the place that it has in an array. The arrays must not be written to.
   */
  forEachChunk(take: (bytes: Uint8Array, from: number, to: number) => void): void;
}

/** A frame of a run over the frame of its connection. */
export function toStreamFrame(sse: SseFrame, numbers: NumberMode = 'doubles'): StreamFrame {
  return new RunFrame(sse, numbers);
}

class RunFrame implements StreamFrame {
  // Plain members, not #private ones, and few of them: these are made by the hundred thousand.
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
      const why = this.tooLarge ? 'was larger than the limit' : 'is not JSON';
      throw new ProtocolError(`The payload of a "${this.event}" event ${why}.`, text, null, cause);
    }
  }
}
