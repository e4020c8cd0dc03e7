import { interruptsOf, type CaseContext } from '../case-context.ts';
import type { CheckCase } from '../case.ts';
import { expectEqual, expectObject, expectText, expectThat, memberOf } from '../expect.ts';
import type { RoleName } from '../roles.ts';

async function resume(check: CaseContext, thread: string, role: RoleName, answer: unknown): Promise<unknown> {
  const body = check.runBody(role, { command: { resume: answer } });
  return check.json('POST', `/threads/${thread}/runs/wait`, body);
}

async function openIds(check: CaseContext, thread: string): Promise<readonly string[]> {
  return interruptsOf(await check.state(thread)).map(({ id }) => expectText(id, 'id of the interrupt'));
}

export const interruptCases: readonly CheckCase[] = [
  {
    id: 'interrupts.state',
    title: 'The state names the interrupt and the node that waits.',
    feature: 'interrupts.one',
    route: 'GET /threads/{thread_id}/state',
    reference: '`tasks[].interrupts` is `[{id, value}]`; `next` is the node.',
    async run(check) {
      const state = await check.object('GET', `/threads/${await check.ran('ask')}/state`);
      const interrupts = interruptsOf(state);
      expectEqual(interrupts.length, 1, 'interrupts');
      expectText(interrupts[0]?.['id'], 'id of the interrupt');
      expectThat(interrupts[0]?.['value'] !== undefined, 'its value', interrupts[0]);
      expectThat(Array.isArray(state['next']) && state['next'].length === 1, 'one next node', state['next']);
    },
  },
  {
    id: 'interrupts.thread',
    title: 'The thread is interrupted, and has its interrupts.',
    feature: 'interrupts.one',
    route: 'GET /threads/{thread_id}',
    reference: '`status: "interrupted"`; `interrupts` is `{task_id: [{id, value}]}`.',
    async run(check) {
      const thread = await check.object('GET', `/threads/${await check.ran('ask')}`);
      expectEqual(thread['status'], 'interrupted', 'status');
      const lists = Object.values(expectObject(thread['interrupts'], 'interrupts'));
      expectText(memberOf(lists[0], 0, 'id'), 'id of the interrupt');
    },
  },
  {
    id: 'interrupts.run-status',
    title: 'A run that stops at an interrupt has ended.',
    feature: 'interrupts.one',
    route: 'GET /threads/{thread_id}/runs/{run_id}',
    reference: '`status` is `success` or `interrupted`.',
    async run(check) {
      const thread = await check.thread();
      const run = await check.started(thread, 'ask');
      await check.runWith(thread, run, 'success', 'interrupted');
    },
  },
  {
    id: 'interrupts.wait',
    title: 'Waiting for a run that is interrupted answers with the interrupt.',
    feature: 'interrupts.one',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'The values, and `__interrupt__: [{id, value}]`.',
    async run(check) {
      const thread = await check.thread();
      const values = await check.object('POST', `/threads/${thread}/runs/wait`, check.runBody('ask'));
      expectText(memberOf(values, '__interrupt__', 0, 'id'), '__interrupt__[0].id');
      if (Object.keys(values).length === 1) check.less('the values are left out');
    },
  },
  {
    id: 'interrupts.resume',
    title: 'An interrupt is answered.',
    feature: 'interrupts.one',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`command.resume`: the node goes on with the answer, the thread is idle at the end.',
    async run(check) {
      const thread = await check.ran('ask');
      const values = await resume(check, thread, 'ask', 'yes');
      const log = memberOf(values, 'log');
      if (Array.isArray(log)) expectEqual(log.at(-1), 'answered "yes"', 'what the node was answered');
      expectEqual((await check.state(thread))['next'], [], 'next');
      expectEqual(
        (await check.object('GET', `/threads/${thread}`))['status'],
        'idle',
        'status of the thread',
      );
    },
  },
  {
    id: 'interrupts.resume.by-id',
    title: 'An interrupt is answered by its id.',
    feature: 'interrupts.one',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`command.resume: {interrupt_id: answer}`.',
    async run(check) {
      const thread = await check.ran('ask');
      const [id = ''] = await openIds(check, thread);
      const values = await resume(check, thread, 'ask', { [id]: 'by id' });
      const log = memberOf(values, 'log');
      if (Array.isArray(log)) expectEqual(log.at(-1), 'answered "by id"', 'what the node was answered');
      expectEqual((await check.state(thread))['next'], [], 'next');
    },
  },
  {
    id: 'interrupts.resume.false',
    title: 'An interrupt is answered with false.',
    feature: 'interrupts.one',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`command.resume: false` is an answer like any other.',
    async run(check) {
      const thread = await check.ran('ask');
      const values = await resume(check, thread, 'ask', false);
      expectThat(
        memberOf(values, '__error__') === undefined,
        'no error',
        memberOf(values, '__error__', 'error'),
      );
      expectEqual((await check.state(thread))['next'], [], 'next');
    },
  },
  {
    id: 'interrupts.resume.object',
    title: 'An interrupt is answered with an object.',
    feature: 'interrupts.one',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`command.resume` is any JSON.',
    async run(check) {
      const thread = await check.ran('ask');
      const values = await resume(check, thread, 'ask', { kind: 'accept' });
      const log = memberOf(values, 'log');
      if (Array.isArray(log))
        expectEqual(log.at(-1), 'answered {"kind":"accept"}', 'what the node was answered');
      expectEqual((await check.state(thread))['next'], [], 'next');
    },
  },
  {
    id: 'interrupts.new-input',
    title: 'New input leaves an interrupt and starts again.',
    feature: 'interrupts.one',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'The graph runs from its start, to its interrupt.',
    async run(check) {
      const thread = await check.ran('ask');
      const before = memberOf(await check.state(thread), 'metadata', 'step');
      await check.json('POST', `/threads/${thread}/runs/wait`, check.runBody('ask'));
      const state = await check.state(thread);
      expectEqual(interruptsOf(state).length, 1, 'interrupts');
      expectThat(
        Number(memberOf(state, 'metadata', 'step')) > Number(before),
        'further steps',
        memberOf(state, 'metadata', 'step'),
      );
    },
  },
  {
    id: 'interrupts.several',
    title: 'Several interrupts are listed at once.',
    feature: 'interrupts.several',
    route: 'GET /threads/{thread_id}/state',
    reference: 'Each with its id, in the task that waits.',
    async run(check) {
      const ids = await openIds(check, await check.ran('ask-both'));
      expectEqual(new Set(ids).size, 2, 'interrupts');
    },
  },
  {
    id: 'interrupts.several.one-answer',
    title: 'One of several interrupts is answered.',
    feature: 'interrupts.several',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'The other one still waits, the answered one is not listed any more.',
    async run(check) {
      const thread = await check.ran('ask-both');
      const [first = '', second = ''] = await openIds(check, thread);
      await resume(check, thread, 'ask-both', { [first]: 'one' });
      const open = await openIds(check, thread);
      expectThat(open.includes(second), 'the other interrupt', open.length);
      if (open.includes(first)) check.less('the state still lists the answered one');
      await resume(check, thread, 'ask-both', { [second]: 'two' });
      expectEqual((await check.state(thread))['next'], [], 'next after both answers');
    },
  },
  {
    id: 'interrupts.several.both',
    title: 'Several interrupts are answered at once.',
    feature: 'interrupts.several',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`command.resume` with an answer for each id.',
    async run(check) {
      const thread = await check.ran('ask-both');
      const ids = await openIds(check, thread);
      const values = await resume(
        check,
        thread,
        'ask-both',
        Object.fromEntries(ids.map((id, index) => [id, index])),
      );
      expectEqual((await check.state(thread))['next'], [], 'next');
      const log = memberOf(values, 'log');
      if (Array.isArray(log))
        expectEqual(log.toSorted(), ['left 0', 'right 1'], 'what the nodes were answered');
    },
  },
  {
    id: 'interrupts.sequence',
    title: 'A node asks a second question after the first.',
    feature: 'interrupts.several',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'After the first answer the state lists the second question, `next` is the node.',
    async run(check) {
      const thread = await check.ran('ask-twice');
      const [first] = interruptsOf(await check.state(thread));
      await resume(check, thread, 'ask-twice', 'a title');
      const state = await check.state(thread);
      const [second] = interruptsOf(state);
      expectThat(second !== undefined, 'the second question in the state', 'none');
      const isOther = JSON.stringify(second['value']) !== JSON.stringify(first?.['value']);
      expectThat(isOther, 'another value than that of the first question', second['value']);
      expectThat(
        Array.isArray(state['next']) && state['next'].length === 1,
        'the node as next',
        state['next'],
      );
    },
  },
  {
    id: 'interrupts.sequence.end',
    title: 'A node that asked twice goes on after both answers.',
    feature: 'interrupts.several',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'It has both answers.',
    async run(check) {
      const thread = await check.ran('ask-twice');
      await resume(check, thread, 'ask-twice', 'a title');
      const values = await resume(check, thread, 'ask-twice', 'a price');
      expectEqual((await check.state(thread))['next'], [], 'next');
      const log = memberOf(values, 'log');
      if (Array.isArray(log))
        expectEqual(log.at(-1), 'answered ["a title","a price"]', 'what the node was answered');
    },
  },
  {
    id: 'interrupts.sequence.ids',
    title: 'Two questions of one node have two ids.',
    feature: 'interrupts.several',
    route: 'GET /threads/{thread_id}/state',
    reference: 'An id names one question, so that a late answer can not be taken for the next one.',
    async run(check) {
      const thread = await check.ran('ask-twice');
      const [first] = await openIds(check, thread);
      await resume(check, thread, 'ask-twice', 'a title');
      const [second] = await openIds(check, thread);
      expectThat(
        second !== undefined && second !== first,
        'another id',
        second === undefined ? 'none' : 'the same one',
      );
    },
  },
  {
    id: 'interrupts.subgraph',
    title: 'An interrupt inside a subgraph is listed in the state of the graph.',
    feature: 'interrupts.subgraphs',
    route: 'GET /threads/{thread_id}/state',
    reference: 'In the task of the subgraph.',
    async run(check) {
      const state = await check.state(await check.ran('nested-ask'));
      expectEqual(interruptsOf(state).length, 1, 'interrupts');
    },
  },
  {
    id: 'interrupts.subgraph.resume',
    title: 'An interrupt inside a subgraph is answered.',
    feature: 'interrupts.subgraphs',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'The subgraph goes on where it stopped, then the graph.',
    async run(check) {
      const thread = await check.ran('nested-ask');
      await resume(check, thread, 'nested-ask', 'yes');
      const state = await check.state(thread);
      expectEqual(state['next'], [], 'next');
      const text = memberOf(state, 'values', 'text');
      if (typeof text === 'string') expectEqual(text, 'ask, a draft, "yes"', 'what the subgraph has written');
    },
  },
  {
    id: 'interrupts.subgraph.resume-by-id',
    title: 'An interrupt inside a subgraph is answered by its id.',
    feature: 'interrupts.subgraphs',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`command.resume: {interrupt_id: answer}`.',
    async run(check) {
      const thread = await check.ran('nested-ask');
      const [id = ''] = await openIds(check, thread);
      await resume(check, thread, 'nested-ask', { [id]: 'by id' });
      expectEqual((await check.state(thread))['next'], [], 'next');
    },
  },
  {
    id: 'interrupts.subgraph.edited',
    title: 'An interrupt is answered by its id after the subgraph was edited.',
    feature: 'interrupts.subgraphs',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'The id that the state lists after the edit is taken.',
    async run(check) {
      const key = check.textKey('nested-ask');
      const thread = await check.ran('nested-ask');
      const namespace = await check.innerNamespace(thread);
      const edit = {
        values: { [key]: 'ask again' },
        checkpoint: { thread_id: thread, checkpoint_ns: namespace },
      };
      await check.setup('an edit of a subgraph', () => check.json('POST', `/threads/${thread}/state`, edit));
      const [id] = await openIds(check, thread);
      await resume(check, thread, 'nested-ask', id === undefined ? 'yes' : { [id]: 'yes' });
      expectEqual((await check.state(thread))['next'], [], 'next');
    },
  },
];
