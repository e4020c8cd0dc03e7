import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildFrameBatch } from '../../../testing/frame-batches.ts';
import { createRunLog, type RunLog } from '../../runs/log/run-log.ts';
import type { RunEvidence } from './evidence.ts';
import { createRecordEvents } from './record-events.ts';

const started = { id: 'a', name: 'plan', input: {}, triggers: [], interrupts: [] };
const finished = { outcome: 'finished', error: null, incomplete: false } as const;
const thread = { connectionId: 'c', threadId: 't' };

function newLog(): RunLog {
  return createRunLog({
    id: 'l',
    openFile: () => expect.unreachable(),
    memoryLimit: 1e6,
    now: () => performance.now(),
    onLoss: () => undefined,
  });
}

/** A run that the studio follows, whether or not its server lists it. */
function followed(log: RunLog, kind: 'input' | 'resume' = 'input') {
  const stopper = new AbortController();
  const release = vi.fn<() => void>();
  const events = createRecordEvents(
    thread,
    {
      held: async () => ({ log, joinedLate: false, release }),
      active: () =>
        log.end === null ? [{ runId: 'r', origin: { kind, checkpointId: null }, mayContinue: false }] : [],
    },
    { signal: stopper.signal, serverNow: () => Date.now() + 60_000, onChange: () => undefined },
  );
  return { events, release, stop: () => stopper.abort() };
}
const listing = (isWhole = true) => ({ readAt: performance.now(), isWhole });

describe('the events of the runs of a thread', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => void vi.useRealTimers());

  it('are there before the server lists the run, by the clock of the server', async () => {
    const log = newLog();
    const { events, stop } = followed(log, 'resume');
    events.lookAgain([]);
    await vi.advanceTimersByTimeAsync(10);
    await log.append(buildFrameBatch({ text: JSON.stringify(started), event: 'tasks' }));
    await vi.advanceTimersByTimeAsync(50);
    const [run] = events.all();
    expect(run).toMatchObject({ runId: 'r', origin: { kind: 'resume' }, createdAt: 1_060_000, end: null });
    expect(run?.tasks.find((one) => one.taskId === 'a')).toMatchObject({
      status: 'running',
      startedAt: { ms: 1_060_010, source: 'seen' },
    });
    const evidence = { runId: 'r', createdAt: 1_059_990, status: 'running' } as RunEvidence;
    events.follow([evidence], listing());
    expect(events.all()[0]).toMatchObject({ createdAt: 1_059_990 });
    stop();
  });

  it('end with the run, however shortly before they were read', async () => {
    const log = newLog();
    const { events, release, stop } = followed(log);
    events.lookAgain([]);
    await log.append(buildFrameBatch({ text: JSON.stringify(started), event: 'tasks' }));
    await vi.advanceTimersByTimeAsync(50);
    await log.append(buildFrameBatch({ text: JSON.stringify({ ...started, id: 'b' }), event: 'tasks' }));
    await vi.advanceTimersByTimeAsync(17);
    // More is coming.
    await log.append(buildFrameBatch({ text: JSON.stringify({ ...started, id: 'c' }), event: 'tasks' }));
    await vi.advanceTimersByTimeAsync(1);
    log.finish(finished);
    await vi.advanceTimersByTimeAsync(2);
    expect(events.all()[0]).toMatchObject({ end: finished });
    expect(release).toHaveBeenCalledOnce();
    stop();
  });

  it('are let go after a run that ended while they were read', async () => {
    const log = newLog();
    await log.append(buildFrameBatch({ text: JSON.stringify(started), event: 'tasks' }));
    const { read } = log;
    vi.spyOn(log, 'read').mockImplementation((...range) => {
      log.finish(finished);
      return read(...range);
    });
    const { events, release, stop } = followed(log);
    events.lookAgain([]);
    await vi.advanceTimersByTimeAsync(50);
    expect(events.all()[0]).toMatchObject({ end: finished });
    expect(release).toHaveBeenCalledOnce();
    stop();
  });

  it('go with a run that was rolled back, but not with one that is only not listed yet', async () => {
    const log = newLog();
    const { events, stop } = followed(log);
    const before = listing();
    await log.append(buildFrameBatch({ text: JSON.stringify(started), event: 'tasks' }));
    events.lookAgain([]);
    await vi.advanceTimersByTimeAsync(50);
    log.finish(finished);
    await vi.advanceTimersByTimeAsync(50);
    events.follow([], before);
    expect(events.all()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(50);
    events.follow([], listing(false));
    expect(events.all()).toHaveLength(1);
    events.follow([], listing());
    expect(events.all()).toEqual([]);
    stop();
  });

  it('leave undecided whether a run goes on until the studio has decided, and its continuation has events', async () => {
    const logs = new Map([['first', newLog()]]);
    const stopper = new AbortController();
    const events = createRecordEvents(
      thread,
      {
        held: async ({ runId }) => {
          const log = logs.get(runId);
          return log === undefined ? null : { log, joinedLate: false, release: () => undefined };
        },
        active: () =>
          [...logs].flatMap(([runId, log]) =>
            log.end === null ? { runId, origin: null, mayContinue: true } : [],
          ),
      },
      {
        signal: stopper.signal,
        serverNow: () => Date.now(),
        onChange: () => seen.push([...events.undecidedRuns()]),
      },
    );
    const seen: string[][] = [];
    events.lookAgain([]);
    await vi.advanceTimersByTimeAsync(50);
    expect([...events.undecidedRuns()]).toEqual(['first']);
    const second = newLog();
    logs.set('second', second);
    logs.get('first')?.finish({ ...finished, outcome: 'interrupted', continuedBy: 'second' });
    await vi.advanceTimersByTimeAsync(50);
    // At no moment neither.
    expect(seen.every((undecided) => undecided.length > 0)).toBe(true);
    expect([...events.undecidedRuns()]).toEqual(['second']);
    second.finish({ ...finished, outcome: 'interrupted' });
    await vi.advanceTimersByTimeAsync(50);
    expect([...events.undecidedRuns()]).toEqual([]);
    stopper.abort();
  });

  it('leave a run undecided that was listed before the studio knew it, from then on and as its end is read', async () => {
    const log = newLog();
    const stopper = new AbortController();
    let isKnown = false;
    let find = (): void => undefined;
    const found = new Promise<void>((resolve) => (find = resolve));
    const events = createRecordEvents(
      thread,
      {
        held: async () => {
          await found;
          return { log, joinedLate: false, release: () => undefined };
        },
        active: () =>
          isKnown && log.end === null ? [{ runId: 'first', origin: null, mayContinue: true }] : [],
      },
      { signal: stopper.signal, serverNow: () => Date.now(), onChange: () => undefined },
    );
    events.follow([{ runId: 'first', createdAt: 1, status: 'running' } as RunEvidence], listing());
    expect([...events.undecidedRuns()]).toEqual([]);
    isKnown = true;
    // Nothing of its log has been read yet.
    expect([...events.undecidedRuns()]).toEqual(['first']);
    find();
    await vi.advanceTimersByTimeAsync(50);
    expect([...events.undecidedRuns()]).toEqual(['first']);
    log.finish({ ...finished, outcome: 'interrupted', continuedBy: 'second' });
    expect([...events.undecidedRuns()]).toEqual(['first']);
    stopper.abort();
  });

  it('leave a run undecided whose short continuation has ended and is not listed yet, and only until it is', async () => {
    const log = newLog();
    const stopper = new AbortController();
    const seen: string[][] = [];
    const events = createRecordEvents(
      thread,
      {
        held: async ({ runId }) =>
          runId === 'first' ? { log, joinedLate: false, release: () => undefined } : null,
        active: () => (log.end === null ? [{ runId: 'first', origin: null, mayContinue: true }] : []),
      },
      {
        signal: stopper.signal,
        serverNow: () => Date.now(),
        onChange: () => seen.push([...events.undecidedRuns()]),
      },
    );
    events.lookAgain([]);
    await vi.advanceTimersByTimeAsync(50);
    const first = { runId: 'first', createdAt: 1, status: 'success' } as RunEvidence;
    const before = listing();
    await vi.advanceTimersByTimeAsync(10);
    log.finish({ ...finished, outcome: 'interrupted', continuedBy: 'second' });
    events.follow([first], before);
    expect([...events.undecidedRuns()]).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(50);
    events.follow([first], before);
    expect([...events.undecidedRuns()]).toEqual(['first']);
    expect(seen.every((undecided) => undecided.includes('first'))).toBe(true);
    events.follow([{ ...first, runId: 'second', createdAt: 2 }, first], listing());
    expect([...events.undecidedRuns()]).toEqual([]);
    // A continuation that was deleted is not waited for.
    events.follow([first], listing());
    expect([...events.undecidedRuns()]).toEqual([]);
    stopper.abort();
  });
});
