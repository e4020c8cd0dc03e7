import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerJob, type JobRequest } from '../job-messages.ts';
import { runCheck, type SchemaCheckOutcome, type SchemaCheck } from './schema-check.ts';
import { SchemaChecker, type CheckWorker } from './schema-checker.ts';

type CheckRequest = JobRequest<SchemaCheck>;
type CheckReply = Parameters<Parameters<CheckWorker['onReply']>[0]>[0];

/** Fake workers, in the order in which they are started. */
function createWorkers() {
  const workers: {
    readonly requests: CheckRequest[];
    readonly reply: (reply: CheckReply) => void;
    readonly fall: () => void;
    readonly work: () => void;
    ended: boolean;
  }[] = [];
  const start = (): CheckWorker => {
    const requests: CheckRequest[] = [];
    let reply: (reply: CheckReply) => void = () => undefined;
    let fall = (): void => undefined;
    const worker = {
      requests,
      reply: (one: CheckReply) => reply(one),
      fall: () => fall(),
      /** Answers the last request. */
      work(): void {
        answerJob(requests.at(-1) ?? { id: 0, job: slow }, runCheck, reply);
      },
      ended: false,
    };
    workers.push(worker);
    return {
      postMessage: (request) => void requests.push(structuredClone(request)),
      terminate: () => (worker.ended = true),
      onReply: (listener) => (reply = listener),
      onBroken: (listener) => (fall = listener),
    };
  };
  return { workers, checker: new SchemaChecker(start) };
}

const schemaText = '{"type":"object","properties":{"x":{"type":"string","pattern":"^(a+)+$"}}}';
const slow = { kind: 'value', schemaText, valueText: `{"x":"${'a'.repeat(45)}!"}` } as const;
const quick = { kind: 'value', schemaText, valueText: '{"x":"b"}' } as const;
const ended = { checked: false, reason: 'could not be validated within 200 ms' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('SchemaChecker', () => {
  it('does not start a check that was aborted before it was given', () => {
    const { workers, checker } = createWorkers();
    void checker.check<'value'>(slow, AbortSignal.abort());
    void checker.check<'value'>(quick);
    workers[0]?.reply({ kind: 'ready' });
    expect(workers[0]?.requests).toMatchObject([{ job: quick }]);
  });

  it('ends a check after 200 ms, says so, and goes on with another worker', async () => {
    const { workers, checker } = createWorkers();
    const [first, second] = [checker.check<'value'>(slow), checker.check<'value'>(quick)];
    workers[0]?.reply({ kind: 'ready' });
    expect(workers[0]?.requests).toMatchObject([{ job: slow }]);
    workers[0]?.reply({ kind: 'started', id: 1 });
    await vi.advanceTimersByTimeAsync(199);
    expect(workers[0]?.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(50);
    expect(workers[0]?.ended).toBe(true);
    expect(await first).toEqual(ended);
    expect(checker.isSlow(schemaText)).toBe(true);

    workers[1]?.reply({ kind: 'ready' });
    workers[1]?.work();
    expect(await second).toMatchObject({
      checked: true,
      problems: [{ path: '/x', message: 'Must match ^(a+)+$.' }],
    });
  });

  it('counts from the start of the check, not of the worker, and hears a reply that is there already', async () => {
    const { workers, checker } = createWorkers();
    const outcome = checker.check<'value'>(quick);
    await vi.advanceTimersByTimeAsync(5000);
    workers[0]?.reply({ kind: 'ready' });
    workers[0]?.reply({ kind: 'started', id: 1 });
    await vi.advanceTimersByTimeAsync(205);
    workers[0]?.work();
    expect((await outcome).checked).toBe(true);
    expect(workers[0]?.ended).toBe(false);
  });

  it('says that nothing is known where no worker can be had, or it falls over, or the texts are too large', async () => {
    const none = new SchemaChecker(() => {
      throw new Error('Blocked by the content policy.');
    });
    const unknown: SchemaCheckOutcome<'value'> = {
      checked: false,
      reason: 'could not be validated',
    };
    expect(await none.check<'value'>(quick)).toEqual(unknown);
    const { workers, checker } = createWorkers();
    const [fallen, next] = [checker.check<'value'>(quick), checker.check<'value'>(slow)];
    workers[0]?.fall();
    expect(await fallen).toEqual(unknown);
    // The next worker never reports ready.
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await next).toEqual(unknown);
    expect(workers.map((one) => one.ended)).toEqual([true, true]);
    const large = { ...quick, valueText: JSON.stringify({ x: 'a'.repeat(8_000_000) }) };
    expect(await checker.check<'value'>(large)).toMatchObject({ checked: false });
  });

  it('asks once for the same, and not at all for what nobody wants any more', async () => {
    const { workers, checker } = createWorkers();
    const aborted = new AbortController();
    const first = checker.check<'value'>(quick);
    const again = checker.check<'value'>({ ...quick });
    void checker.check<'value'>(slow, aborted.signal);
    aborted.abort();
    workers[0]?.reply({ kind: 'ready' });
    workers[0]?.work();
    expect(await again).toBe(await first);
    expect(workers[0]?.requests).toHaveLength(1);
  });
});
