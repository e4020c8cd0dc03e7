import type { JobWorker } from '../../ui/job-messages.ts';
import { JobRunner } from '../../ui/job-runner.ts';

export interface TextPattern {
  readonly text: string;
  readonly isExpression: boolean;
}

export interface TextMatcher {
  /** Returns indexes into `texts`. Rejects with a message for the user if the pattern is invalid or times out. */
  match(texts: readonly string[]): Promise<readonly number[]>;
  end(): void;
}

// Timeout for one batch, in milliseconds.
export const matchTimeoutMs = 200;

export interface MatchJob {
  readonly source: string;
  readonly texts: readonly string[];
}

export type MatchWorker = JobWorker<MatchJob, readonly number[]>;

export function createTextMatcher(pattern: TextPattern, startWorker: () => MatchWorker): TextMatcher {
  return pattern.isExpression ? expressionMatcher(pattern.text, startWorker) : plainMatcher(pattern.text);
}

function plainMatcher(text: string): TextMatcher {
  const searchText = text.toLowerCase();
  return {
    match: (texts) =>
      Promise.resolve(texts.flatMap((one, index) => (one.toLowerCase().includes(searchText) ? [index] : []))),
    end: () => undefined,
  };
}

// A regular expression may never finish, so it runs in a worker that is ended then.
function expressionMatcher(source: string, startWorker: () => MatchWorker): TextMatcher {
  const runner = new JobRunner(startWorker, matchTimeoutMs);
  return {
    async match(texts) {
      const outcome = await runner.run({ source, texts });
      if (outcome.kind === 'done') return outcome.result;
      throw new Error(
        outcome.kind === 'timeout'
          ? `The expression took longer than ${matchTimeoutMs} ms and was stopped. Simplify it.`
          : (outcome.problem ?? 'The search could not be started.'),
      );
    },
    end: () => runner.end(),
  };
}

// Runs in the worker. Throws for an invalid expression.
export function matchExpression({ source, texts }: MatchJob): readonly number[] {
  const expression = new RegExp(source, 'i');
  return texts.flatMap((text, index) => (expression.test(text) ? [index] : []));
}
