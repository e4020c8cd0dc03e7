import { ProtocolError } from './errors.ts';
import type { SseFrame } from './sse.ts';
import { parseWithText, type NumberReading } from './text-of.ts';

/** One event of a run's stream. The text is kept; it is parsed only when `json` is called. */
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
  /** The frame was larger than the limit: its text was thrown away. */
  readonly tooLarge: boolean;
  /** The parsed payload. Throws {@link ProtocolError} for what is not JSON; the stream goes on regardless (row R-12). */
  json(): unknown;
}

/** Takes an event's name apart (protocol, section 3) and wraps its text. */
export function streamFrame(sse: SseFrame, numbers: NumberReading = 'doubles'): StreamFrame {
  const { id, event, text, invalidUtf8, tooLarge } = sse;
  const [mode = '', ...namespace] = event.split('|');
  const json = (): unknown => {
    try {
      return parseWithText(text, numbers);
    } catch (cause) {
      const why = tooLarge ? 'was larger than the limit' : 'is not JSON';
      throw new ProtocolError(`The payload of a "${mode}" event ${why}.`, text, null, cause);
    }
  };
  return { id, event: mode, namespace, text, invalidUtf8, tooLarge, json };
}
