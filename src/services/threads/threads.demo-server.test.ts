import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberText } from 'exact-json';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import {
  connectionId,
  instantInputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';
import { createRuns } from '../runs/create-runs.ts';
import { differing } from '../../testing/real-server/server-differences.ts';
import { slowness } from '../../testing/slowness.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

const answer = (interruptId: string | null | undefined, valueText: string): RunTrigger => ({
  kind: 'resume',
  answers: [{ interruptId: interruptId ?? '', valueText }],
  goto: [],
  updateText: null,
});

describe.concurrent('a thread of the writer', { timeout: 30_000 * slowness() }, () => {
  it('runs, waits, resumes, and shows all of it in history and state', async () => {
    // By this it is found in the list, which others fill, too.
    const metadataText = JSON.stringify({ mark: randomUUID() });
    const made = { connectionId, graphId: 'writer', name: null, metadataText };
    const { threadId } = await demo.threads['threads.create'](made, signal);
    const first = await demo.run('writer', threadId, instantInputTrigger({ topic: 'Notes' }));
    expect(first.end).toEqual({ outcome: 'interrupted', error: null, incomplete: false });
    expect(first.frames.some(({ namespace }) => namespace.length === 2)).toBe(true);

    const interrupted = await demo.stateAt(threadId);
    expect(interrupted.next).toEqual(['review']);
    expect(interrupted.interrupts).toMatchObject([
      { nodeId: 'review', id: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);

    const second = await demo.run('writer', threadId, answer(interrupted.interrupts[0]?.id, 'true'));
    expect(second.end).toEqual({ outcome: 'finished', error: null, incomplete: false });
    expect(await demo.stateAt(threadId)).toMatchObject({ next: [], interrupts: [], tasks: [] });

    const history = await demo.historyOf(threadId);
    expect(history.map(({ writers }) => writers.join())).toEqual([
      'publish',
      'review',
      'write',
      'plan',
      '',
      '',
    ]);
    expect(history.map(({ interrupts }) => interrupts)).toEqual([0, 0, 1, 0, 0, 0]);
    expect(history[0]?.changedKeys).toEqual(['log', 'published']);

    // At that checkpoint the interrupt is still open: it can be answered again from there.
    const past = await demo.stateAt(threadId, history[2]?.checkpointId ?? '');
    expect(past).toMatchObject({ checkpointId: history[2]?.checkpointId, next: ['review'] });
    expect(past.interrupts).toEqual(interrupted.interrupts);

    const listing = {
      ...defaultThreadListing,
      filter: { ...defaultThreadListing.filter, metadataText },
    };
    const page = { connectionId, listing, limit: 100, offset: 0 };
    const { threads } = await demo.threads['threads.list'](page, signal);
    expect(threads).toMatchObject([{ threadId, graphId: 'writer', status: 'idle' }]);
  });

  it('forks: an edit of an old checkpoint creates a new one, from which a run continues', async () => {
    const threadId = await demo.newThread('writer');
    await demo.run('writer', threadId, instantInputTrigger({}));
    const history = await demo.historyOf(threadId);
    const planned = history.find(({ writers }) => writers.includes('plan'))?.checkpointId ?? '';
    const edited = await demo.threads['threads.updateState'](
      {
        connectionId,
        threadId,
        checkpointId: planned,
        expectedHeadId: history[0]?.checkpointId ?? '',
        asNode: 'write',
        changes: [
          { key: 'text', valueText: '"mine"' },
          { key: 'log', valueText: '"edited"' },
        ],
      },
      signal,
    );
    expect(edited.state).toMatchObject({ parentId: planned, source: 'update', next: ['review'] });
    expect(edited.changedKeys).toEqual(['text', 'log']);
    expect(edited.differences.map(({ key }) => key)).toEqual(['log']);

    const forked = await demo.run(
      'writer',
      threadId,
      { kind: 'continue' },
      { checkpointId: edited.state.checkpointId },
    );
    expect(forked.end).toMatchObject({ outcome: 'interrupted' });
    const interrupted = await demo.stateAt(threadId);
    expect(interrupted.interrupts[0]?.valueText).toContain('"text":"mine"');

    // The server remembers the checkpoint of a run; a later run without one must still start from the newest state.
    await demo.run('writer', threadId, answer(interrupted.interrupts[0]?.id, 'true'));
    const done = await demo.stateAt(threadId);
    expect(memberText(done.valuesText, 'published')).toContain('"revision":');
    const again = await demo.run('writer', threadId, instantInputTrigger({ topic: 'Second' }));
    expect(again.end).toMatchObject({ outcome: 'interrupted' });
    expect((await demo.stateAt(threadId)).valuesText).toContain('"topic":"Second"');
  });

  it('rejects edits and a second run while one is active, then stops it', async () => {
    const threadId = await demo.newThread('writer');
    await demo.run('writer', threadId, instantInputTrigger({}));
    const { checkpointId } = await demo.stateAt(threadId);
    const runId = await demo.start('writer', threadId, instantInputTrigger({ pace: 60_000 }));
    const following = demo.follow(threadId, runId);
    const edit = {
      connectionId,
      threadId,
      checkpointId: checkpointId ?? '',
      expectedHeadId: null,
      asNode: null,
    };
    await expect(demo.threads['threads.updateState']({ ...edit, changes: [] }, signal)).rejects.toMatchObject(
      {
        code: 'thread-busy',
      },
    );
    await expect(demo.start('writer', threadId, instantInputTrigger({}))).rejects.toMatchObject({
      code: 'thread-busy',
    });
    const cancelled = await demo.runs.calls['runs.cancel'](
      { connectionId, threadId, runId, action: 'interrupt' },
      signal,
    );
    const threadStatus = differing('statusAfterCancel');
    expect(cancelled).toMatchObject({ status: 'interrupted', stopped: true, threadStatus });
    expect((await following).end).toMatchObject({ outcome: 'cancelled' });
  });

  it('reports an edit as an unknown node', async () => {
    const threadId = await demo.newThread('writer');
    await demo.run('writer', threadId, instantInputTrigger({}));
    const { checkpointId } = await demo.stateAt(threadId);
    const edit = {
      connectionId,
      threadId,
      checkpointId: checkpointId ?? '',
      expectedHeadId: null,
      changes: [],
    };
    await expect(
      demo.threads['threads.updateState']({ ...edit, asNode: 'nobody' }, signal),
    ).rejects.toMatchObject({ code: differing('refusedEdit') });
  });

  it('reports a missing thread, although the server says it is busy', async () => {
    await expect(
      demo.start('writer', '01a1faf6-6041-7141-8886-e92af3b04960', instantInputTrigger({})),
    ).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('another studio reads a run from its first event, while it runs and after its end', async () => {
    const threadId = await demo.newThread('writer');
    const runId = await demo.start('writer', threadId, instantInputTrigger({ pace: 150 * slowness() }));
    const other = createRuns({
      clients: demo.clients,
      webhooks: { reserve: () => Promise.reject(new Error()) as never },
      platform: { ...demo.platform, dataFolder: `${demo.platform.dataFolder}/other` },
    });
    const followed = demo.follow(threadId, runId);
    const [mine, theirs] = await Promise.all([followed, demo.follow(threadId, runId, other)]);
    const texts = (frames: readonly { readonly text: string }[]) => frames.map(({ text }) => text);
    expect(mine.frames.length).toBeGreaterThan(10);
    expect(texts(theirs.frames)).toEqual(texts(mine.frames));
    await other.stop();
    expect(texts((await demo.follow(threadId, runId)).frames)).toEqual(texts(mine.frames));
  });
});

describe.concurrent('other graphs', { timeout: 30_000 * slowness() }, () => {
  it('answers one of two pending interrupts, then the other', async () => {
    const threadId = await demo.newThread('fanout');
    await demo.run('fanout', threadId, instantInputTrigger({}));
    const both = await demo.stateAt(threadId);
    expect(both.interrupts.map(({ nodeId }) => nodeId)).toEqual(['legal', 'support_lead']);
    const half = await demo.run('fanout', threadId, answer(both.interrupts[0]?.id, 'true'));
    expect(half.end).toMatchObject({ outcome: 'interrupted' });
    const left = await demo.stateAt(threadId);
    expect(left.interrupts).toEqual([both.interrupts[1]]);
    // A falsy answer is refused by the server unless it is keyed by its interrupt.
    const last = await demo.run('fanout', threadId, answer(left.interrupts[0]?.id, 'false'));
    expect(last.end).toMatchObject({ outcome: 'finished' });
    const { valuesText } = await demo.stateAt(threadId);
    expect(memberText(valuesText, 'sent')).toBe('false');
  });

  it('stops before a node on request, without an interrupt', async () => {
    const threadId = await demo.newThread('ledger');
    const stopped = await demo.run('ledger', threadId, instantInputTrigger({}), {
      options: { ...defaultRunOptions, interruptBefore: ['close'] },
    });
    expect(stopped.end).toMatchObject({ outcome: 'interrupted' });
    expect(await demo.stateAt(threadId)).toMatchObject({ next: ['close'], interrupts: [] });
    const { end } = await demo.run('ledger', threadId, { kind: 'continue' });
    expect(end).toMatchObject({ outcome: 'finished' });
  });

  it('shows a failure in the outcome of the run, in the state and in the history', async () => {
    const threadId = await demo.newThread('broken');
    const message = 'CardDeclinedError: The card was declined: 129.9 is more than its limit of 100.';
    const { end } = await demo.run('broken', threadId, instantInputTrigger({}));
    expect(end).toEqual({ outcome: 'failed', error: message, incomplete: false });
    expect((await demo.stateAt(threadId)).tasks).toMatchObject([{ nodeId: 'charge_card', error: message }]);
    expect((await demo.historyOf(threadId))[0]).toMatchObject({ failed: true });
  });

  it('reads a state of two million characters and its history', async () => {
    const threadId = await demo.newThread('ledger');
    const { end } = await demo.run('ledger', threadId, instantInputTrigger({ big: true }));
    expect(end).toMatchObject({ outcome: 'finished' });
    const { valuesText } = await demo.stateAt(threadId);
    expect(valuesText.length).toBeGreaterThan(2_000_000);
    const history = await demo.historyOf(threadId);
    expect(history.map(({ writers }) => writers.join())).toEqual(['close', 'post', 'open', '', '']);
  });

  it('names a thread after its first human message', async () => {
    const threadId = await demo.newThread('support');
    await demo.run(
      'support',
      threadId,
      instantInputTrigger({ messages: [{ role: 'user', content: 'Where is order 4711?' }] }),
    );
    const thread = await demo.threads['threads.get']({ connectionId, threadId }, signal);
    expect(thread).toMatchObject({ name: 'Where is order 4711?', graphId: 'support' });
  });
});
