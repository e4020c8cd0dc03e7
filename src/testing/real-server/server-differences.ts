import { serverLanguage } from './server-language.ts';

/** One difference: what a test expects of each server, and why they differ. */
interface Difference<T> {
  readonly why: string;
  readonly javascript: T;
  readonly python: T;
}

const differs = <T>(why: string, javascript: T, python: T): Difference<T> => ({ why, javascript, python });

/**
 * Where the JavaScript server 1.5.1 and the Python server 0.16.7 differ in what tests of the client and the services
 * expect. Each is a fact of docs/protocol.md. What a test can't express this way is in `different-tests.ts`.
 */
export const serverDifferences = {
  identity: differs<object>('/info says what the server is.', { context: 'js' }, { version: '0.16.7' }),
  invalidThreadId: differs(
    'Refusals are worded differently.',
    'thread_id: Invalid uuid',
    'Invalid thread ID: must be a UUID',
  ),
  eventIds: differs(
    'The JavaScript server counts events, the Python server in memory uses the time.',
    /^\d$/,
    /^\d{13}-\d+$/,
  ),
} satisfies Readonly<Record<string, Difference<unknown>>>;

/** What the server of this run is expected to do. */
export function differing<K extends keyof typeof serverDifferences>(
  name: K,
): (typeof serverDifferences)[K]['javascript'] {
  return serverDifferences[name][serverLanguage];
}
