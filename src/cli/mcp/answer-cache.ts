import { buildIndex } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import type { IndexedAnswer } from './outline.ts';

/** The JSON of answers that were too long to give in whole, so that their parts can be asked for by a short name. */
export interface AnswerCache {
  /** Returns its name. */
  keep(text: string): string;
  /** Throws `AppError` (`not-found`) once it is no longer kept. */
  open(name: string): IndexedAnswer;
}

// The oldest go, the newest stays.
const maxEntries = 20;
export const maxTotalLength = 64_000_000;

export function createKeptAnswers(): AnswerCache {
  const texts = new Map<string, string>();
  let count = 0;
  let length = 0;
  return {
    keep(text) {
      count += 1;
      const name = `a${count}`;
      texts.set(name, text);
      length += text.length;
      for (const [oldest, { length: freed }] of texts) {
        if (oldest === name || (texts.size <= maxEntries && length <= maxTotalLength)) break;
        texts.delete(oldest);
        length -= freed;
      }
      return name;
    },
    open(name) {
      const text = texts.get(name);
      if (text === undefined) {
        throw new AppError(
          'not-found',
          `There is no answer "${name.slice(0, 40)}", or it is no longer kept.`,
          {
            hint:
              texts.size === 0
                ? 'Call the tool that gave it again.'
                : `Call the tool that gave it again. Answers that are kept: ${[...texts.keys()].join(', ')}.`,
          },
        );
      }
      return { text, index: buildIndex(text) };
    },
  };
}
