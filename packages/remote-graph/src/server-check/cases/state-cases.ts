import { interruptsOf } from '../case-context.ts';
import type { CheckCase } from '../case.ts';
import { expectEqual, expectList, expectText, expectThat, memberOf } from '../expect.ts';
import { untested } from '../findings.ts';

export const stateCases: readonly CheckCase[] = [
  {
    id: 'state.get',
    title: 'The state of a thread that has run can be read.',
    feature: 'state.read',
    route: 'GET /threads/{thread_id}/state',
    reference: '`values`, `next`, `tasks`, `metadata`, `created_at`, `checkpoint` and `parent_checkpoint`.',
    async run(check) {
      const { input } = check.graph('plain');
      const thread = await check.ran('plain');
      const state = await check.object('GET', `/threads/${thread}/state`);
      const [key = ''] = Object.keys(input);
      expectEqual(memberOf(state, 'values', key), input[key], `values.${key}`);
      expectEqual(state['next'], [], 'next');
      expectThat(Array.isArray(state['tasks']), 'a list of tasks', state['tasks']);
      expectText(memberOf(state, 'checkpoint', 'checkpoint_id'), 'checkpoint.checkpoint_id');
      expectText(memberOf(state, 'parent_checkpoint', 'checkpoint_id'), 'parent_checkpoint.checkpoint_id');
      expectThat(
        Number.isFinite(Date.parse(String(state['created_at']))),
        'a time as created_at',
        state['created_at'],
      );
    },
  },
  {
    id: 'state.metadata',
    title: 'A state says which step of which run made it.',
    feature: 'state.read',
    route: 'GET /threads/{thread_id}/state',
    reference: '`metadata` has `source`, `step` and `run_id`.',
    async run(check) {
      const thread = await check.ran('plain');
      const { metadata } = await check.object('GET', `/threads/${thread}/state`);
      expectEqual(memberOf(metadata, 'source'), 'loop', 'metadata.source');
      expectThat(
        Number.isInteger(memberOf(metadata, 'step')),
        'a number as metadata.step',
        memberOf(metadata, 'step'),
      );
      expectText(memberOf(metadata, 'run_id'), 'metadata.run_id');
    },
  },
  {
    id: 'state.get.empty',
    title: 'A thread that has not run has an empty state.',
    feature: 'state.read',
    route: 'GET /threads/{thread_id}/state',
    reference: '200 with no values, `next: []` and `tasks: []`.',
    async run(check) {
      const state = await check.object('GET', `/threads/${await check.thread()}/state`);
      const { values } = state;
      const isEmpty = values === null || (typeof values === 'object' && Object.keys(values).length === 0);
      expectThat(isEmpty || (Array.isArray(values) && values.length === 0), 'no values', values);
      expectEqual(state['next'], [], 'next');
    },
  },
  {
    id: 'state.at-checkpoint',
    title: 'An older state can be read by its checkpoint.',
    feature: 'state.read',
    route: 'GET /threads/{thread_id}/state/{checkpoint_id}',
    reference: 'The state as it was there.',
    async run(check) {
      const thread = await check.ran('plain');
      const older = await check.olderState(thread);
      const id = String(memberOf(older, 'checkpoint', 'checkpoint_id'));
      const state = await check.object('GET', `/threads/${thread}/state/${id}`);
      expectEqual(state['values'], older['values'], 'values');
      expectEqual(state['next'], older['next'], 'next');
    },
  },
  {
    id: 'state.at-checkpoint.post',
    title: 'An older state can be read by posting its checkpoint.',
    feature: 'state.read',
    route: 'POST /threads/{thread_id}/state/checkpoint',
    reference: 'The state as it was there.',
    async run(check) {
      const thread = await check.ran('plain');
      const older = await check.olderState(thread);
      const checkpoint_id = memberOf(older, 'checkpoint', 'checkpoint_id');
      const state = await check.object('POST', `/threads/${thread}/state/checkpoint`, {
        checkpoint: { thread_id: thread, checkpoint_ns: '', checkpoint_id },
      });
      expectEqual(state['values'], older['values'], 'values');
      expectEqual(state['next'], older['next'], 'next');
    },
  },
  {
    id: 'state.at-checkpoint.subgraphs',
    title: 'The posted checkpoint may ask for subgraphs with a boolean.',
    feature: 'state.subgraphs',
    route: 'POST /threads/{thread_id}/state/checkpoint',
    reference: '`subgraphs` is a boolean.',
    async run(check) {
      const thread = await check.ran('nested-ask');
      const checkpoint = (await check.state(thread))['checkpoint'];
      const state = await check.object('POST', `/threads/${thread}/state/checkpoint`, {
        checkpoint: {
          thread_id: thread,
          checkpoint_ns: '',
          checkpoint_id: memberOf(checkpoint, 'checkpoint_id'),
        },
        subgraphs: true,
      });
      const inner = memberOf(state, 'tasks', 0, 'state', 'values');
      expectThat(
        inner !== undefined && inner !== null,
        'the state of the subgraph in its task',
        inner ?? null,
      );
    },
  },
  {
    id: 'state.subgraphs',
    title: 'The state of a waiting subgraph comes with the state of its graph.',
    feature: 'state.subgraphs',
    route: 'GET /threads/{thread_id}/state?subgraphs=true',
    reference: '`tasks[].state` is the state of the subgraph.',
    async run(check) {
      const thread = await check.ran('nested-ask');
      const state = await check.object('GET', `/threads/${thread}/state`, undefined, {
        query: { subgraphs: true },
      });
      const inner = memberOf(state, 'tasks', 0, 'state');
      expectThat(interruptsOf(inner).length > 0, 'the interrupt in the state of the subgraph', inner ?? null);
      expectThat(expectList(memberOf(inner, 'tasks'), 'tasks of the subgraph').length > 0, 'a task', inner);
    },
  },
  {
    id: 'state.subgraphs.namespace',
    title: 'Without subgraphs a task names the namespace of its subgraph.',
    feature: 'state.subgraphs',
    route: 'GET /threads/{thread_id}/state',
    reference: '`tasks[].checkpoint.checkpoint_ns`; `tasks[].state` is null.',
    async run(check) {
      const thread = await check.ran('nested-ask');
      const state = await check.object('GET', `/threads/${thread}/state`);
      expectText(
        memberOf(state, 'tasks', 0, 'checkpoint', 'checkpoint_ns'),
        'tasks[0].checkpoint.checkpoint_ns',
      );
    },
  },
  {
    id: 'state.subgraphs.by-namespace',
    title: 'The state of a subgraph can be read by its namespace.',
    feature: 'state.subgraphs',
    route: 'POST /threads/{thread_id}/state/checkpoint',
    reference: '`checkpoint.checkpoint_ns` selects the newest state of that subgraph.',
    async run(check) {
      const thread = await check.ran('nested-ask');
      const namespace = await check.innerNamespace(thread);
      const inner = await check.object('POST', `/threads/${thread}/state/checkpoint`, {
        checkpoint: { thread_id: thread, checkpoint_ns: namespace },
      });
      expectThat(interruptsOf(inner).length > 0, 'the interrupt of the subgraph', inner['tasks']);
    },
  },
  {
    id: 'state.unknown-thread',
    title: 'The state of a thread that is not there is answered with 404.',
    feature: 'server.errors',
    route: 'GET /threads/{thread_id}/state',
    reference: '404.',
    async run(check) {
      const { status } = await check.send('GET', `/threads/${check.uuid()}/state`);
      expectThat(status === 404, '404', status);
    },
  },
  {
    id: 'history.list',
    title: 'The history of a thread is listed, newest first.',
    feature: 'history.read',
    route: 'POST /threads/{thread_id}/history',
    reference: 'All states, from the newest to that of the input.',
    async run(check) {
      const thread = await check.ran('plain');
      const { checkpoint } = await check.state(thread);
      const history = await check.list('POST', `/threads/${thread}/history`, { limit: 100 });
      expectThat(history.length >= 4, 'at least four states', history.length);
      expectThat(
        memberOf(history[0], 'checkpoint', 'checkpoint_id') === memberOf(checkpoint, 'checkpoint_id'),
        'the newest state first',
        'another one',
      );
      expectEqual(memberOf(history.at(-1), 'metadata', 'source'), 'input', 'source of the last state');
      expectEqual(memberOf(history.at(-1), 'next'), ['__start__'], 'next of the last state');
    },
  },
  {
    id: 'history.get',
    title: 'The history of a thread can be read with GET.',
    feature: 'history.read',
    route: 'GET /threads/{thread_id}/history',
    reference: 'The same list, with `limit` in the query.',
    async run(check) {
      const thread = await check.ran('plain');
      const history = await check.list('GET', `/threads/${thread}/history`, undefined, {
        query: { limit: 2 },
      });
      expectEqual(history.length, 2, 'states');
    },
  },
  {
    id: 'history.limit',
    title: 'The history has as many states as asked for.',
    feature: 'history.read',
    route: 'POST /threads/{thread_id}/history',
    reference: '`limit`.',
    async run(check) {
      const thread = await check.ran('plain');
      expectEqual((await check.list('POST', `/threads/${thread}/history`, { limit: 2 })).length, 2, 'states');
    },
  },
  {
    id: 'history.before',
    title: 'The next page of the history is asked for with the last checkpoint.',
    feature: 'history.read',
    route: 'POST /threads/{thread_id}/history',
    reference: '`before` is a checkpoint; only older states are listed.',
    async run(check) {
      const thread = await check.ran('plain');
      const [, second, ...older] = await check.list('POST', `/threads/${thread}/history`, { limit: 100 });
      const checkpoint = memberOf(second, 'checkpoint');
      const page = await check.list('POST', `/threads/${thread}/history`, {
        limit: 100,
        before: {
          thread_id: thread,
          checkpoint_ns: '',
          checkpoint_id: memberOf(checkpoint, 'checkpoint_id'),
        },
      });
      expectEqual(page.length, older.length, 'states before the second');
    },
  },
  {
    id: 'history.before.id',
    title: 'The next page of the history is asked for with the id of the last checkpoint.',
    feature: 'history.read',
    route: 'GET /threads/{thread_id}/history',
    reference: '`before` is the id of a checkpoint; only older states are listed.',
    async run(check) {
      const thread = await check.ran('plain');
      const [, second, ...older] = await check.list('POST', `/threads/${thread}/history`, { limit: 100 });
      const before = String(memberOf(second, 'checkpoint', 'checkpoint_id'));
      const page = await check.list('GET', `/threads/${thread}/history`, undefined, {
        query: { limit: 100, before },
      });
      expectEqual(page.length, older.length, 'states before the second');
    },
  },
  {
    id: 'history.empty',
    title: 'A thread that has not run has an empty history.',
    feature: 'history.read',
    route: 'POST /threads/{thread_id}/history',
    reference: '`[]`.',
    async run(check) {
      expectEqual(await check.list('POST', `/threads/${await check.thread()}/history`, {}), [], 'history');
    },
  },
  {
    id: 'history.metadata',
    title: 'The history is filtered by metadata.',
    feature: 'history.filter',
    route: 'POST /threads/{thread_id}/history',
    reference: 'Only states whose metadata has all of `metadata`.',
    async run(check) {
      const thread = await check.ran('plain');
      const history = await check.list('POST', `/threads/${thread}/history`, {
        limit: 100,
        metadata: { step: 1 },
      });
      expectEqual(
        history.map((state) => memberOf(state, 'metadata', 'step')),
        [1],
        'steps',
      );
    },
  },
  {
    id: 'history.namespace',
    title: 'The history of a subgraph can be read by its namespace.',
    feature: 'history.filter',
    route: 'POST /threads/{thread_id}/history',
    reference: '`checkpoint.checkpoint_ns` selects the subgraph.',
    async run(check) {
      const thread = await check.ran('nested-ask');
      const namespace = await check.innerNamespace(thread);
      const history = await check.list('POST', `/threads/${thread}/history`, {
        limit: 100,
        checkpoint: { thread_id: thread, checkpoint_ns: namespace },
      });
      expectThat(history.length > 0, 'states', history.length);
      const namespaces = new Set(history.map((state) => memberOf(state, 'checkpoint', 'checkpoint_ns')));
      expectThat(namespaces.size === 1 && namespaces.has(namespace), 'states of the subgraph only', [
        ...namespaces,
      ]);
    },
  },
  {
    id: 'history.tasks',
    title: 'States of the history say what each task did.',
    feature: 'history.read',
    route: 'POST /threads/{thread_id}/history',
    reference: '`tasks[].result` is the update of a task that has ended.',
    async run(check) {
      const thread = await check.ran('plain');
      const history = await check.list('POST', `/threads/${thread}/history`, { limit: 100 });
      const tasks = history.flatMap((state) => expectList(state['tasks'] ?? [], 'tasks'));
      if (tasks.length === 0) throw untested('the history names no tasks');
      const results = tasks.filter(({ result }) => result !== undefined && result !== null);
      expectThat(results.length > 0, 'results of tasks', Object.keys(tasks[0] ?? {}));
    },
  },
];
