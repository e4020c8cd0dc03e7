import { randomUUID } from 'node:crypto';
import { AppError } from '../../shared/app-error.ts';

export interface AnswerPage {
  readonly text: string;
  readonly note: string | null;
}

/** Answers that are longer than an assistant should read at once. */
export interface AnswerPages {
  first(text: string): AnswerPage;
  /** The page at a cursor. Throws `AppError` (`not-found`) once its answer is no longer kept. */
  next(cursor: string): AnswerPage;
}

export const pageLength = 20_000;
// Answers that are kept, and characters of all of them; the oldest go, the newest stays.
const maxEntries = 20;
export const maxTotalLength = 64_000_000;

export function createAnswerPages(): AnswerPages {
  const kept = new Map<string, string>();
  let length = 0;

  const page = (id: string, text: string, from: number): AnswerPage => {
    const end = pageEnd(text, from);
    if (from === 0 && end === text.length) return { text, note: null };
    const range = `characters ${from + 1} to ${end} of ${text.length}`;
    const rest =
      end === text.length
        ? 'This is the end.'
        : `Call read_more with the cursor "${id}:${end}" for the rest.`;
    return { text: text.slice(from, end), note: `The answer was cut: these are ${range}. ${rest}` };
  };
  return {
    first(text) {
      const id = randomUUID();
      const answer = page(id, text, 0);
      if (answer.note === null) return answer;
      kept.set(id, text);
      length += text.length;
      for (const [oldest, { length: freed }] of kept) {
        if (oldest === id || (kept.size <= maxEntries && length <= maxTotalLength)) break;
        kept.delete(oldest);
        length -= freed;
      }
      return answer;
    },
    next(cursor) {
      const [id = '', at = ''] = cursor.split(':');
      const text = kept.get(id);
      const from = Number(at);
      if (text === undefined || !/^\d+$/.test(at) || from >= text.length) {
        throw new AppError('not-found', 'There is nothing at this cursor.', {
          hint: 'Call the first tool again.',
        });
      }
      return page(id, text, from);
    },
  };
}

function pageEnd(text: string, from: number): number {
  const end = Math.min(text.length, from + pageLength);
  return end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
