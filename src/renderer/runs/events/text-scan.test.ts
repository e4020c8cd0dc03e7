import { describe, expect, it, vi } from 'vitest';
import { encodeFrames } from '../../../shared/model/frame-block-codec.ts';
import { buildFrames } from '../../../testing/renderer/run-frame-builder.ts';
import { buildFrameList } from '../../../testing/renderer/frame-list-builder.ts';
import { createTextMatcher, matchExpression, matchTimeoutMs, type MatchWorker } from './text-matcher.ts';
import { answerJob } from '../../ui/job-messages.ts';
import { createTextScan, type ScanSnapshot } from './text-scan.ts';

/** A worker in this process; it never answers when `hangs`. */
function createWorker({ hangs = false } = {}) {
  const counts = { asked: 0, terminated: 0 };
  const worker = (): MatchWorker => {
    let reply: Parameters<MatchWorker['onReply']>[0] = () => undefined;
    return {
      postMessage(request) {
        counts.asked += 1;
        if (hangs) reply({ kind: 'started', id: request.id });
        else answerJob(request, matchExpression, reply);
      },
      terminate: () => void (counts.terminated += 1),
      onReply(listener) {
        reply = listener;
        listener({ kind: 'ready' });
      },
      onBroken: () => undefined,
    };
  };
  return { book: counts, worker };
}
const neverLoads = () => Promise.reject(new Error('Everything is there.'));
const all = { mode: null, namespace: null };
const frames = buildFrames(
  ['values', { topic: 'Release Notes' }],
  ['updates', { plan: 1 }],
  ['values', { topic: 'release 2' }],
);

async function scan(
  text: string,
  isExpression: boolean,
  worker = createWorker().worker,
  filter = all as Parameters<typeof createTextScan>[2],
) {
  const textScan = createTextScan(buildFrameList(frames).list, neverLoads, filter, () =>
    createTextMatcher({ text, isExpression }, worker),
  );
  const end = textScan.start();
  await expect.poll(() => done(textScan.progress.getState())).toBe(true);
  end();
  return textScan.progress.getState();
}
const done = ({ scanned, problem }: ScanSnapshot): boolean => scanned === frames.length || problem !== null;

describe('createTextScan', () => {
  it('finds a text in whatever case, and an expression', async () => {
    expect((await scan('RELEASE', false)).rows).toEqual([0, 2]);
    expect((await scan('release \\d', true)).rows).toEqual([2]);
    expect((await scan('release', false, undefined, { mode: 'updates', namespace: null })).rows).toEqual([]);
  });

  it('goes on where it was as the log grows', async () => {
    const { list, add } = buildFrameList(frames.slice(0, 1));
    const textScan = createTextScan(list, neverLoads, all, () =>
      createTextMatcher({ text: 'release', isExpression: false }, createWorker().worker),
    );
    const end = textScan.start();
    await expect.poll(() => textScan.progress.getState().scanned).toBe(1);
    add(frames.slice(1));
    textScan.resume(3);
    await expect.poll(() => textScan.progress.getState().rows).toEqual([0, 2]);
    end();
  });

  it('reads payloads again that were let go of', async () => {
    const many = buildFrames(
      ...Array.from({ length: 1200 }, (_, index) => ['custom', `"line ${index}"`] as const),
    );
    const { list } = buildFrameList(many, 1);
    const requested: number[] = [];
    const load = (from: number): Promise<void> => {
      requested.push(from);
      list.refill(encodeFrames('log', many.slice(from, from + 1)));
      return Promise.resolve();
    };
    const textScan = createTextScan(list, load, all, () =>
      createTextMatcher({ text: 'line 7"', isExpression: false }, createWorker().worker),
    );
    const end = textScan.start();
    await expect.poll(() => textScan.progress.getState().scanned).toBe(1200);
    expect(textScan.progress.getState().rows).toEqual([7]);
    expect(requested).toContain(7);
    end();
  });

  it('says what is wrong with an expression', async () => {
    expect((await scan('(', true)).problem).toContain('Invalid regular expression');
  });

  it('ends an expression that does not come back, and says so', async () => {
    vi.useFakeTimers();
    const { book: counts, worker } = createWorker({ hangs: true });
    const textScan = createTextScan(buildFrameList(frames).list, neverLoads, all, () =>
      createTextMatcher({ text: '(a+)+$', isExpression: true }, worker),
    );
    const end = textScan.start();
    await vi.advanceTimersByTimeAsync(matchTimeoutMs - 1);
    expect([counts, textScan.progress.getState().problem]).toEqual([{ asked: 1, terminated: 0 }, null]);
    await vi.advanceTimersByTimeAsync(11);
    vi.useRealTimers();
    await expect.poll(() => textScan.progress.getState().problem).toContain('took longer than 200 ms');
    expect(counts).toEqual({ asked: 1, terminated: 1 });
    end();
  });
});
