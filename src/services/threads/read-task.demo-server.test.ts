import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckpointTask } from '../../shared/model/thread.ts';
import type { TaskDetail } from '../../shared/model/task-detail.ts';
import {
  connectionId,
  instantInputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

/** Tasks of a thread's checkpoints, oldest first, by their node. */
async function tasksOf(
  threadId: string,
  name: string,
): Promise<readonly { readonly task: CheckpointTask; readonly checkpointId: string }[]> {
  const history = await demo.historyOf(threadId);
  return history
    .toReversed()
    .flatMap(({ checkpointId, tasks = [] }) => tasks.map((task) => ({ task, checkpointId })))
    .filter(({ task }) => task.name === name);
}

function read(threadId: string, checkpointId: string, taskId: string): Promise<TaskDetail> {
  return demo.threads['threads.task']({ connectionId, threadId, checkpointId, taskId }, signal);
}

describe('a task of a checkpoint', () => {
  it('has what it wrote, or its interrupt', async () => {
    const threadId = await demo.newThread('writer');
    await demo.run('writer', threadId, instantInputTrigger({ topic: 'Notes' }));
    const [planned] = await tasksOf(threadId, 'plan');
    expect(planned?.task).toEqual({ id: expect.any(String), name: 'plan', status: 'finished' });
    const plan = await read(threadId, planned?.checkpointId ?? '', planned?.task.id ?? '');
    expect(JSON.parse(plan.resultText ?? '')).toMatchObject({ revision: 1, approved: false });
    expect(plan).toMatchObject({ name: 'plan', errorText: null, interrupts: [] });
    expect(JSON.parse(plan.pathText ?? '')).toEqual(['__pregel_pull', 'plan']);

    const [wrote] = await tasksOf(threadId, 'write');
    expect(wrote?.task.checkpointNs).toMatch(/^write:/);
    const [waits] = await tasksOf(threadId, 'review');
    expect(waits?.task).toMatchObject({ status: 'waiting' });
    const review = await read(threadId, waits?.checkpointId ?? '', waits?.task.id ?? '');
    expect(review.resultText).toBeNull();
    expect(JSON.parse(review.interrupts[0]?.valueText ?? '')).toMatchObject({ question: 'Publish "Notes"?' });
  });

  it('has the error of the server', async () => {
    const threadId = await demo.newThread('broken');
    await demo.run('broken', threadId, instantInputTrigger({ how: 'throw' }));
    const [failed] = await tasksOf(threadId, 'charge_card');
    expect(failed?.task).toMatchObject({ status: 'failed' });
    const task = await read(threadId, failed?.checkpointId ?? '', failed?.task.id ?? '');
    expect(task.errorText).toContain('CardDeclinedError');
    expect(task.resultText).toBeNull();
  });

  it('is marked if a Send started it', async () => {
    const threadId = await demo.newThread('fanout');
    const { frames } = await demo.run(
      'fanout',
      threadId,
      instantInputTrigger({ languages: ['German', 'French'] }),
    );
    const translated = await tasksOf(threadId, 'translate');
    expect(translated.map(({ task }) => [task.status, task.sent])).toEqual([
      ['finished', true],
      ['finished', true],
    ]);
    const [legal] = await tasksOf(threadId, 'legal');
    expect(legal?.task.sent).toBeUndefined();
    // The same ids name the tasks in the events of the run.
    const started = frames
      .filter(({ mode }) => mode === 'tasks')
      .map(({ text }) => JSON.parse(text) as { id: string; name: string; input?: object });
    const translations = started.filter(({ name, input }) => name === 'translate' && input !== undefined);
    expect(translations.map(({ id }) => id)).toEqual(translated.map(({ task }) => task.id));
    expect(translations[0]?.input).toMatchObject({ language: 'German' });
  });

  it('is not found in another checkpoint', async () => {
    const threadId = await demo.newThread('broken');
    await demo.run('broken', threadId, instantInputTrigger({ how: 'none' }));
    const [task] = await tasksOf(threadId, 'prepare');
    const history = await demo.historyOf(threadId);
    await expect(read(threadId, history[0]?.checkpointId ?? '', task?.task.id ?? '')).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
