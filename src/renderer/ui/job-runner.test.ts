import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerJob, type JobReply, type JobRequest, type JobWorker } from './job-messages.ts';
import { JobRunner } from './job-runner.ts';

/** Workers that answer by hand, in the order in which they are started. */
function startWorkers() {
  const workers: {
    readonly posted: JobRequest<string>[];
    readonly reply: (reply: JobReply<string>) => void;
    readonly fall: () => void;
    ended: boolean;
  }[] = [];
  const start = (): JobWorker<string, string> => {
    const listeners: ((reply: JobReply<string>) => void)[] = [];
    const broken: (() => void)[] = [];
    const worker = {
      posted: [] as JobRequest<string>[],
      reply: (reply: JobReply<string>) => listeners.forEach((listener) => listener(reply)),
      fall: () => broken.forEach((listener) => listener()),
      ended: false,
    };
    workers.push(worker);
    return {
      postMessage: (request) => void worker.posted.push(request),
      terminate: () => (worker.ended = true),
      onReply: (listener) => void listeners.push(listener),
      onBroken: (listener) => void broken.push(listener),
    };
  };
  return { workers, runner: new JobRunner(start, 200) };
}
const textsOf = (worker: { readonly posted: readonly JobRequest<string>[] } | undefined) =>
  worker?.posted.map(({ job }) => job);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('JobRunner', () => {
  it('runs one job after the other, in one worker', async () => {
    const { workers, runner } = startWorkers();
    const both = [runner.run('a'), runner.run('b')];
    expect(textsOf(workers[0])).toEqual([]);
    workers[0]?.reply({ kind: 'ready' });
    workers[0]?.reply({ kind: 'done', id: 1, result: 'A' });
    // Replies to earlier jobs are none to this one.
    workers[0]?.reply({ kind: 'done', id: 1, result: 'again' });
    expect(textsOf(workers[0])).toEqual(['a', 'b']);
    workers[0]?.reply({ kind: 'failed', id: 2, problem: 'no' });
    expect(await Promise.all(both)).toEqual([
      { kind: 'done', result: 'A' },
      { kind: 'failed', problem: 'no' },
    ]);
    expect(workers).toHaveLength(1);
  });

  it('does not run a job that was aborted before it was given', async () => {
    const { workers, runner } = startWorkers();
    void runner.run('unwanted', AbortSignal.abort());
    void runner.run('wanted');
    workers[0]?.reply({ kind: 'ready' });
    expect(textsOf(workers[0])).toEqual(['wanted']);
  });

  it('ends a job that takes too long, and goes on in another worker', async () => {
    const { workers, runner } = startWorkers();
    const [slow, next] = [runner.run('slow'), runner.run('next')];
    // Starting the worker is not the job's time.
    await vi.advanceTimersByTimeAsync(5000);
    workers[0]?.reply({ kind: 'ready' });
    workers[0]?.reply({ kind: 'started', id: 1 });
    await vi.advanceTimersByTimeAsync(199);
    expect(workers[0]?.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(11);
    expect(await slow).toEqual({ kind: 'timeout' });
    expect(workers[0]?.ended).toBe(true);
    workers[0]?.reply({ kind: 'done', id: 2, result: 'of the ended one' });
    workers[1]?.reply({ kind: 'ready' });
    workers[1]?.reply({ kind: 'done', id: 2, result: 'NEXT' });
    expect(await next).toEqual({ kind: 'done', result: 'NEXT' });
  });

  it('fails what no worker can do: none there, one that crashes, or that never loads', async () => {
    const none = new JobRunner<string, string>(() => {
      throw new Error('Blocked by the content policy.');
    }, 200);
    const failed = { kind: 'failed', problem: null };
    expect(await none.run('a')).toEqual(failed);
    const { workers, runner } = startWorkers();
    const [crashed, stuck] = [runner.run('a'), runner.run('b')];
    workers[0]?.fall();
    expect(await crashed).toEqual(failed);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await stuck).toEqual(failed);
    expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
  });

  it('drops what was aborted before it started, and everything at its end', async () => {
    const { workers, runner } = startWorkers();
    void runner.run('a');
    const abort = new AbortController();
    void runner.run('b', abort.signal);
    void runner.run('c');
    // Somebody else still waits for the same.
    void runner.run('c', abort.signal);
    abort.abort();
    workers[0]?.reply({ kind: 'ready' });
    workers[0]?.reply({ kind: 'done', id: 1, result: 'A' });
    expect(textsOf(workers[0])).toEqual(['a', 'c']);
    runner.end();
    expect(workers[0]?.ended).toBe(true);
    void runner.run('d');
    workers[1]?.reply({ kind: 'ready' });
    expect(textsOf(workers[1])).toEqual(['d']);
  });

  it('answers with what a job throws', () => {
    const replies: JobReply<string>[] = [];
    const run = (job: string): string => {
      if (job === 'bad') throw new Error('It is bad.');
      return job;
    };
    for (const [id, job] of ['good', 'bad'].entries())
      answerJob({ id, job }, run, (one) => replies.push(one));
    expect(replies).toEqual([
      { kind: 'started', id: 0 },
      { kind: 'done', id: 0, result: 'good' },
      { kind: 'started', id: 1 },
      { kind: 'failed', id: 1, problem: 'It is bad.' },
    ]);
  });
});
