import { abortAfter } from 'remote-graph-client/client';
import { truncateReason } from './truncate-reason.ts';
import { parseScore, unknownScore, type ScoreAnswer } from './parse-score.ts';
import { readBody } from '../../network/read-body.ts';

interface PostOptions {
  readonly fetch: typeof fetch;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly questionText: string;
  readonly seconds: number;
}

const refusals: Readonly<Record<number, string>> = {
  401: 'The address answers 401: it wants a key, or another one',
  403: 'The address answers 403: it does not allow this with the key',
};

const maxAnswerBytes = 256 * 1024;

/** Posts JSON to exactly this address and reads a score. Follows no redirect. What goes wrong is part of the answer. */
export async function scoreByHttp(
  { fetch, url, headers, questionText, seconds }: PostOptions,
  signal: AbortSignal,
): Promise<ScoreAnswer> {
  const limited = abortAfter(seconds * 1000, signal);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: questionText,
      signal: limited,
    });
    const { bytes, isCut } = await readBody(response, maxAnswerBytes);
    const text = isCut ? null : bytes.toString();
    if (response.status >= 300 && response.status < 400)
      return unknownScore(`The address redirects (${response.status}), which is not followed.`);
    if (!response.ok) {
      const said = truncateReason((text ?? '').trim());
      const what = refusals[response.status] ?? `The address answers ${response.status}`;
      return unknownScore(`${what}${said === '' ? '.' : `: ${said}`}`);
    }
    if (text === null) return unknownScore(`The answer has more than ${maxAnswerBytes / 1024} kB.`);
    return parseScore(text);
  } catch (error) {
    signal.throwIfAborted();
    if (limited.aborted) return unknownScore(`There was no answer within ${seconds} s.`);
    return unknownScore(`The address could not be reached: ${problemOf(error)}`);
  }
}

function problemOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.message !== '' ? cause.message : String(cause);
}
