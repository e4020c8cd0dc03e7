import { describe, expect, it } from 'vitest';
import { JsonWorkerClient, type JsonWorker } from './json-worker-client.ts';
import { StructuralIndexCache, runJob } from './json-jobs.ts';
import { unpackJob, type WorkerReply, type WorkerRequest } from './worker-protocol.ts';

/** A worker that answers on demand. */
function slowWorker() {
  const texts = new Map<number, string>();
  const indexes = new StructuralIndexCache();
  const requests: WorkerRequest[] = [];
  let reply: (reply: WorkerReply) => void = () => {};
  let broken: (problem: string) => void = () => {};
  const worker: JsonWorker = {
    postMessage: (request) => void requests.push(structuredClone(request)),
    terminate: () => {},
    onReply: (listener) => (reply = listener),
    onBroken: (listener) => (broken = listener),
  };
  return {
    worker,
    requests,
    /** Does the oldest job. */
    work(): void {
      const request = requests.shift();
      if (request) reply({ id: request.id, result: runJob(unpackJob(request.job, texts), indexes) });
    },
    fall: (problem: string) => broken(problem),
  };
}

const state = '{"a":1,"b":[1,2]}';

describe('work on long texts', () => {
  it('is done one after the other, and what nobody wants any more is left out', async () => {
    const slow = slowWorker();
    const work = new JsonWorkerClient(() => slow.worker);
    const typed = ['1', '12', '123'].map((digits) => state.replace('1', digits));
    const controllers = typed.map(() => new AbortController());
    const edits = typed.map((after, index) =>
      work.do({ kind: 'edit', before: state, after }, controllers[index]?.signal),
    );
    const settled = Promise.allSettled(edits);
    // Typing goes on while the first is under way.
    controllers[0]?.abort();
    controllers[1]?.abort();
    expect(slow.requests).toHaveLength(1);
    slow.work();
    expect(slow.requests).toHaveLength(1);
    slow.work();
    expect(slow.requests).toHaveLength(0);
    const outcomes = await settled;
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await edits[2]).toMatchObject({
      changes: [{ key: 'a', valueText: '123' }],
      long: [],
    });
  });

  it('each text crosses once', async () => {
    const slow = slowWorker();
    const work = new JsonWorkerClient(() => slow.worker);
    const after = state.replace('1', '36893488147419103232');
    const first = work.do({ kind: 'edit', before: state, after });
    slow.work();
    expect(await first).toMatchObject({ long: ['36893488147419103232'] });
    const second = work.do({ kind: 'diff', before: state, after });
    expect(slow.requests[0]?.job.texts.map(({ text }) => text)).toEqual([null, null]);
    slow.work();
    expect(await second).toMatchObject([{ path: ['a'], kind: 'changed' }]);
  });

  it('a worker that breaks fails what waits for it, and the next job starts another', async () => {
    const workers = [slowWorker(), slowWorker()];
    let started = 0;
    const spare = slowWorker();
    const work = new JsonWorkerClient(() => (workers[started++] ?? spare).worker);
    const lost = [work.do({ kind: 'format', text: '[1]' }), work.do({ kind: 'format', text: '[2]' })];
    const outcomes = Promise.allSettled(lost);
    workers[0]?.fall('It fell.');
    expect((await outcomes).map((one) => (one.status === 'rejected' ? String(one.reason) : ''))).toEqual([
      'Error: It fell.',
      'Error: It fell.',
    ]);
    const next = work.do({ kind: 'format', text: '[3]' });
    workers[1]?.work();
    expect(await next).toBe('[\n  3\n]');
  });
});
