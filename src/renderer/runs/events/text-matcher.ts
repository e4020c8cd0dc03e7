export interface TextPattern {
  readonly text: string;
  readonly isExpression: boolean;
}

export interface TextMatcher {
  /** Returns indexes into `texts`. Rejects with a message for the user if the pattern is invalid or times out. */
  match(texts: readonly string[]): Promise<readonly number[]>;
  end(): void;
}

/** Timeout for one batch, in milliseconds (row U-10). */
export const matchTimeoutMs = 200;

export interface MatchRequest {
  readonly source: string;
  readonly texts: readonly string[];
}
export type MatchReply = { readonly found: readonly number[] } | { readonly problem: string } | 'ready';

/** The members of `Worker` that are used. */
export interface MatchWorker {
  postMessage(request: MatchRequest): void;
  terminate(): void;
  onReply(listener: (reply: MatchReply) => void): void;
}

export function createTextMatcher(pattern: TextPattern, startWorker: () => MatchWorker): TextMatcher {
  return pattern.isExpression ? expressionMatcher(pattern.text, startWorker()) : plainMatcher(pattern.text);
}

/** Case-insensitive. */
function plainMatcher(text: string): TextMatcher {
  const wanted = text.toLowerCase();
  return {
    match: (texts) =>
      Promise.resolve(texts.flatMap((one, at) => (one.toLowerCase().includes(wanted) ? [at] : []))),
    end: () => undefined,
  };
}

/** A regular expression may never finish, so it runs in a worker that is terminated on timeout. */
function expressionMatcher(source: string, worker: MatchWorker): TextMatcher {
  let answer: ((reply: MatchReply) => void) | null = null;
  let setReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    setReady = resolve;
  });
  worker.onReply((reply) => {
    if (reply === 'ready') setReady();
    else answer?.(reply);
  });
  return {
    async match(texts) {
      // The start of the worker must not count towards the timeout.
      await ready;
      const reply = await new Promise<MatchReply>((resolve) => {
        const timer = setTimeout(() => {
          worker.terminate();
          resolve({
            problem: `The expression took longer than ${matchTimeoutMs} ms and was stopped. Simplify it.`,
          });
        }, matchTimeoutMs);
        answer = (given) => {
          clearTimeout(timer);
          resolve(given);
        };
        worker.postMessage({ source, texts });
      });
      if (reply === 'ready') return [];
      if ('problem' in reply) throw new Error(reply.problem);
      return reply.found;
    },
    end: () => worker.terminate(),
  };
}

/** Runs in the worker. */
export function matchExpression({ source, texts }: MatchRequest): MatchReply {
  try {
    const expression = new RegExp(source, 'i');
    return { found: texts.flatMap((text, at) => (expression.test(text) ? [at] : [])) };
  } catch (thrown) {
    return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
