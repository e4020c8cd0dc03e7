import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mergeOptions, mergeRequestOptions } from '../langchain/merge-options.ts';
import { abortAfter, onAbort, untilAborted } from './abort-signals.ts';

/** The first one already takes what nothing keeps; each costs a third of a second in a process that runs many files. */
const rounds = 2;

/** Switched on here, because only Node's command line could switch it on for the whole process. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('Node has no gc()');
  return () => void collect();
}

/** What a request hears of a limit whose maker kept nothing of it. */
async function reasonAfterCollection(limited: AbortSignal | undefined): Promise<unknown> {
  const heard = new Promise<unknown>((resolve) => {
    limited?.addEventListener('abort', () => resolve(limited.reason));
  });
  const collect = garbageCollector();
  for (let round = 0; round < rounds; round += 1) {
    await pause(10);
    collect();
  }
  return Promise.race([heard, pause(2_000, 'nothing')]);
}

const timeoutError = expect.objectContaining({ name: 'TimeoutError' });
const caller = new AbortController();

it.each([
  ['of a request', () => abortAfter(200, caller.signal)],
  ['of a request within another', () => abortAfter(60_000, abortAfter(200, caller.signal))],
  ['of a run’s options', () => mergeOptions({ timeout: 200 }, { signal: caller.signal }).signal],
  ['of a call’s options', () => mergeRequestOptions({ timeout: 200 }, { signal: caller.signal }).signal],
])('a time limit %s outlives a garbage collection', async (_, limited) => {
  expect(await reasonAfterCollection(limited())).toEqual(timeoutError);
});

it('a caller’s own time limit outlives a garbage collection while something waits for it', async () => {
  // oxlint-disable-next-line no-restricted-properties -- what users of the client do
  const ownLimit = (): AbortSignal => AbortSignal.timeout(200);
  const heard = new Promise<unknown>((resolve) => {
    onAbort(ownLimit(), () => resolve('aborted'));
  });
  const never = untilAborted(new Promise(() => {}), ownLimit());
  const failed = never.catch((error: unknown) => error);
  const collect = garbageCollector();
  for (let round = 0; round < rounds; round += 1) {
    await pause(10);
    collect();
  }
  expect(await Promise.race([heard, pause(2_000, 'nothing')])).toBe('aborted');
  expect(await Promise.race([failed, pause(2_000, 'nothing')])).toEqual(timeoutError);
});

it('a time limit passes the reason of its caller on', () => {
  const controller = new AbortController();
  const signal = abortAfter(60_000, controller.signal);
  controller.abort('left');
  expect(signal.reason).toBe('left');
});
