import type { CheckCase } from '../case.ts';
import { expectEqual, expectStatus, expectSuccess, expectText, expectThat, memberOf } from '../expect.ts';

export const stateUpdateCases: readonly CheckCase[] = [
  {
    id: 'state.update',
    title: 'A state can be edited.',
    feature: 'state.update',
    route: 'POST /threads/{thread_id}/state',
    reference: '`{"checkpoint": {...}}` of the new state, which has the new values.',
    async run(check) {
      const key = check.textKey('plain');
      const thread = await check.ran('plain');
      const { checkpoint } = await check.object('POST', `/threads/${thread}/state`, {
        values: { [key]: 'edited' },
      });
      expectText(memberOf(checkpoint, 'checkpoint_id'), 'checkpoint.checkpoint_id');
      expectEqual(memberOf(await check.state(thread), 'values', key), 'edited', `values.${key}`);
    },
  },
  {
    id: 'state.update.as-node',
    title: 'An edit as a node goes on behind that node.',
    feature: 'state.update',
    route: 'POST /threads/{thread_id}/state',
    reference: '`as_node` moves `next` to the successors of the node.',
    async run(check) {
      const key = check.textKey('plain');
      const thread = await check.ran('plain');
      const [first = '', second = ''] = await check.nodesInOrder('plain');
      await check.json('POST', `/threads/${thread}/state`, { values: { [key]: 'edited' }, as_node: first });
      expectEqual((await check.state(thread))['next'], [second], 'next');
    },
  },
  {
    id: 'state.update.fork',
    title: 'An edit of an older state makes a fork.',
    feature: 'state.update',
    route: 'POST /threads/{thread_id}/state',
    reference: 'The new state follows the given `checkpoint` and becomes the newest.',
    async run(check) {
      const key = check.textKey('plain');
      const thread = await check.ran('plain');
      const older = await check.olderState(thread);
      const id = memberOf(older, 'checkpoint', 'checkpoint_id');
      await check.json('POST', `/threads/${thread}/state`, {
        values: { [key]: 'forked' },
        checkpoint: { thread_id: thread, checkpoint_ns: '', checkpoint_id: id },
      });
      const state = await check.state(thread);
      expectEqual(memberOf(state, 'values', key), 'forked', `values.${key}`);
      const parent = memberOf(state, 'parent_checkpoint', 'checkpoint_id');
      expectThat(parent === id, 'the edited state as parent', 'another one');
    },
  },
  {
    id: 'state.update.fork-by-id',
    title: 'An edit of an older state takes the id of its checkpoint.',
    feature: 'state.update',
    route: 'POST /threads/{thread_id}/state',
    reference: 'The same with `checkpoint_id`.',
    async run(check) {
      const key = check.textKey('plain');
      const thread = await check.ran('plain');
      const id = memberOf(await check.olderState(thread), 'checkpoint', 'checkpoint_id');
      await check.json('POST', `/threads/${thread}/state`, {
        values: { [key]: 'forked' },
        checkpoint_id: id,
      });
      const parent = memberOf(await check.state(thread), 'parent_checkpoint', 'checkpoint_id');
      expectThat(parent === id, 'the edited state as parent', 'another one');
    },
  },
  {
    id: 'state.update.nothing',
    title: 'An edit without values makes a new state with the same values.',
    feature: 'state.update',
    route: 'POST /threads/{thread_id}/state',
    reference: '`values: null`.',
    async run(check) {
      const thread = await check.ran('plain');
      const before = await check.state(thread);
      await check.json('POST', `/threads/${thread}/state`, { values: null });
      const after = await check.state(thread);
      expectEqual(after['values'], before['values'], 'values');
      const id = memberOf(after, 'checkpoint', 'checkpoint_id');
      expectThat(
        id !== memberOf(before, 'checkpoint', 'checkpoint_id'),
        'another checkpoint',
        'the same one',
      );
    },
  },
  {
    id: 'state.update.unknown-node',
    title: 'An edit as a node that is not there is refused.',
    feature: 'state.update',
    route: 'POST /threads/{thread_id}/state',
    reference: '400 or 422, and the state stays as it was.',
    async run(check) {
      const key = check.textKey('plain');
      const thread = await check.ran('plain');
      const body = { values: { [key]: 'edited' }, as_node: 'graph_server_check_no_such_node' };
      expectStatus(await check.send('POST', `/threads/${thread}/state`, body), 400, 422);
    },
  },
  {
    id: 'state.update.busy',
    title: 'An edit during a run is refused.',
    feature: 'state.update',
    route: 'POST /threads/{thread_id}/state',
    reference: '409.',
    async run(check) {
      const key = check.textKey('slow');
      const thread = await check.thread();
      const run = await check.started(thread, 'slow');
      await check.setup('a run that is running', () => check.runWith(thread, run, 'running'));
      expectStatus(
        await check.send('POST', `/threads/${thread}/state`, { values: { [key]: 'edited' } }),
        409,
      );
    },
  },
  {
    id: 'state.update.first',
    title: 'A thread that has not run can be given a state.',
    feature: 'state.update',
    route: 'POST /threads/{thread_id}/state',
    reference: 'With `metadata.graph_id` the thread has a graph to edit the state of.',
    async run(check) {
      const key = check.textKey('plain');
      const thread = await check.thread({ metadata: { graph_id: check.graph('plain').name } });
      const [first = ''] = await check.nodesInOrder('plain');
      await check.json('POST', `/threads/${thread}/state`, { values: { [key]: 'first' }, as_node: first });
      expectEqual(memberOf(await check.state(thread), 'values', key), 'first', `values.${key}`);
    },
  },
  {
    id: 'state.update.subgraph',
    title: 'The state of a subgraph can be edited.',
    feature: 'state.update',
    route: 'POST /threads/{thread_id}/state',
    reference: '`checkpoint.checkpoint_ns` selects the subgraph.',
    async run(check) {
      const key = check.textKey('nested-ask');
      const thread = await check.ran('nested-ask');
      const namespace = await check.innerNamespace(thread);
      await check.json('POST', `/threads/${thread}/state`, {
        values: { [key]: 'edited inside' },
        checkpoint: { thread_id: thread, checkpoint_ns: namespace },
      });
      const inner = await check.object('POST', `/threads/${thread}/state/checkpoint`, {
        checkpoint: { thread_id: thread, checkpoint_ns: namespace },
      });
      expectEqual(memberOf(inner, 'values', key), 'edited inside', `values.${key} of the subgraph`);
    },
  },
  {
    id: 'state.supersteps',
    title: 'A thread is created with the states of supersteps.',
    feature: 'state.supersteps',
    route: 'POST /threads',
    reference: '`supersteps[].updates[]` are applied one after the other.',
    async run(check) {
      const key = check.textKey('plain');
      const [first = ''] = await check.nodesInOrder('plain');
      const reply = await check.object('POST', '/threads', {
        metadata: { ...check.marker, graph_id: check.graph('plain').name },
        supersteps: [
          { updates: [{ values: { [key]: 'one' }, as_node: '__start__' }] },
          { updates: [{ values: { [key]: 'two' }, as_node: first }] },
        ],
      });
      const thread = expectText(reply['thread_id'], 'thread_id');
      check.cleanup.thread(thread);
      expectEqual(memberOf(await check.state(thread), 'values', key), 'two', `values.${key}`);
      const history = await check.list('POST', `/threads/${thread}/history`, { limit: 50 });
      expectThat(history.length >= 2, 'a state of each superstep', history.length);
    },
  },
  {
    id: 'state.update.continues',
    title: 'A run goes on from an edited state.',
    feature: 'state.update',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`input: null` runs what is next.',
    async run(check) {
      const key = check.textKey('plain');
      const thread = await check.ran('plain');
      const [first = ''] = await check.nodesInOrder('plain');
      expectSuccess(
        await check.send('POST', `/threads/${thread}/state`, { values: { [key]: 'edited' }, as_node: first }),
      );
      const body = check.runBody('plain', { input: null });
      const values = await check.object('POST', `/threads/${thread}/runs/wait`, body);
      expectEqual(values[key], 'edited', `values.${key}`);
      expectEqual((await check.state(thread))['next'], [], 'next');
    },
  },
];
