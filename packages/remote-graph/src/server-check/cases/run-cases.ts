import type { CheckCase } from '../case.ts';
import { expectEqual, expectThat, expectText, memberOf } from '../expect.ts';

export const runCases: readonly CheckCase[] = [
  {
    id: 'runs.create',
    title: 'A run is started in the background.',
    feature: 'runs.start',
    route: 'POST /threads/{thread_id}/runs',
    reference: 'The run: `run_id`, `thread_id`, `assistant_id`, `status: "pending"`; then it succeeds.',
    async run(check) {
      const body = check.runBody('plain');
      const thread = await check.thread();
      const run = await check.object('POST', `/threads/${thread}/runs`, body);
      const id = expectText(run['run_id'], 'run_id');
      expectThat(run['thread_id'] === thread, 'the id of the thread', run['thread_id']);
      expectThat(['pending', 'running'].includes(String(run['status'])), 'pending or running', run['status']);
      await check.runWith(thread, id, 'success');
    },
  },
  {
    id: 'runs.wait',
    title: 'A run that is waited for answers with its last values.',
    feature: 'runs.start',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'The values of the last state.',
    async run(check) {
      const { input } = check.graph('plain');
      const thread = await check.thread();
      const values = await check.object('POST', `/threads/${thread}/runs/wait`, check.runBody('plain'));
      const [key = ''] = Object.keys(input);
      expectEqual(values[key], input[key], `values.${key}`);
      expectEqual((await check.state(thread))['values'], values, 'values of the state');
    },
  },
  {
    id: 'runs.stream',
    title: 'A run is streamed to its end.',
    feature: 'runs.start',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: 'Server-sent events: `metadata` with the run id, then `values`; then the stream ends.',
    async run(check) {
      const { input } = check.graph('plain');
      const thread = await check.thread();
      const body = check.runBody('plain', { stream_mode: ['values'] });
      const { events } = await check.events('POST', `/threads/${thread}/runs/stream`, body);
      expectEqual(events[0]?.event, 'metadata', 'the first event');
      expectText(memberOf(events[0]?.data, 'run_id'), 'run_id of the first event');
      const [key = ''] = Object.keys(input);
      const values = events.findLast(({ event }) => event === 'values')?.data;
      expectEqual(memberOf(values, key), input[key], `values.${key} of the last event`);
    },
  },
];
