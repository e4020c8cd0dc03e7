import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import { withScrubbedErrors } from './scrub-errors.ts';

/** The handlers of one call and one stream that both fail with `failure`. */
function failing(failure: unknown) {
  const handlers = {
    calls: { 'app.info': () => Promise.reject(failure) },
    streams: {
      async *'requests.watch'() {
        yield { entries: [], total: 0 };
        throw failure;
      },
    },
  } as unknown as StudioHandlers;
  const guarded = withScrubbedErrors(handlers, (text) => text.replaceAll('canary', '[secret]'));
  const { signal } = new AbortController();
  return {
    call: () => guarded.calls['app.info']({}, signal),
    async stream() {
      const items = [];
      for await (const item of guarded.streams['requests.watch']({}, signal)) items.push(item);
      return items;
    },
  };
}

describe('scrubErrors', () => {
  it('removes secrets from every text of an error, in calls and streams', async () => {
    const cause = new Error('why');
    const failure = new AppError('unauthorized', 'No canary.', {
      hint: 'A canary.',
      details: { server: 'canary' },
      cause,
    });
    const clean = {
      code: 'unauthorized',
      message: 'No [secret].',
      hint: 'A [secret].',
      details: { server: '[secret]' },
      cause,
    };
    await expect(failing(failure).call()).rejects.toMatchObject(clean);
    await expect(failing(failure).stream()).rejects.toMatchObject(clean);
  });

  it('passes a bug on unchanged, also a wrapped one', async () => {
    const bug = new TypeError('a bug');
    await expect(failing(bug).call()).rejects.toBe(bug);
    await expect(failing(new AppError('internal', 'Inside.', { cause: bug })).stream()).rejects.toBe(bug);
  });
});
