import type { CheckCase } from '../case.ts';
import {
  expectEqual,
  expectStatus,
  expectSuccess,
  expectText,
  expectThat,
  memberOf,
  statusOf,
} from '../expect.ts';
import { jsonOf } from '../wire-client.ts';

export const runOptionCases: readonly CheckCase[] = [
  {
    id: 'runs.content-location',
    title: 'The answer to a new run names where the run is.',
    feature: 'runs.start',
    route: 'POST /threads/{thread_id}/runs',
    reference: '`content-location: /threads/{thread_id}/runs/{run_id}`.',
    async run(check) {
      const thread = await check.thread();
      const reply = await check.send('POST', `/threads/${thread}/runs`, check.runBody('plain'));
      expectSuccess(reply);
      const id = expectText(memberOf(jsonOf(reply), 'run_id'), 'run_id');
      const location = reply.headers.get('content-location') ?? reply.headers.get('location');
      expectThat(
        location?.endsWith(`/threads/${thread}/runs/${id}`) === true,
        'the path of the run',
        location,
      );
    },
  },
  {
    id: 'runs.unknown-assistant',
    title: 'A run of an assistant that is not there is refused.',
    feature: 'server.errors',
    route: 'POST /threads/{thread_id}/runs',
    reference: '404.',
    async run(check) {
      const body = { assistant_id: check.uuid(), input: {}, metadata: check.marker };
      const { status } = await check.send('POST', `/threads/${await check.thread()}/runs`, body);
      expectThat(status === 404, '404', status);
    },
  },
  {
    id: 'runs.unknown-thread',
    title: 'A run on a thread that is not there is refused.',
    feature: 'server.errors',
    route: 'POST /threads/{thread_id}/runs',
    reference: '404, unless `if_not_exists` is `create`.',
    async run(check) {
      const thread = check.uuid();
      check.cleanup.thread(thread);
      const { status } = await check.send('POST', `/threads/${thread}/runs`, check.runBody('plain'));
      expectThat(status === 404, '404', status);
    },
  },
  {
    id: 'runs.if-not-exists',
    title: 'A run can create its thread.',
    feature: 'runs.options',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`if_not_exists: "create"`.',
    async run(check) {
      const thread = check.uuid();
      check.cleanup.thread(thread);
      const body = check.runBody('plain', { if_not_exists: 'create' });
      expectSuccess(await check.send('POST', `/threads/${thread}/runs/wait`, body));
      await check.object('GET', `/threads/${thread}`);
    },
  },
  {
    id: 'runs.metadata',
    title: 'A run has the metadata that it was given.',
    feature: 'runs.options',
    route: 'POST /threads/{thread_id}/runs',
    reference: '`metadata` of the run, and of the checkpoints it makes.',
    async run(check) {
      const thread = await check.thread();
      const body = check.runBody('plain', { metadata: { colour: 'red' } });
      const run = await check.object('POST', `/threads/${thread}/runs`, body);
      expectEqual(memberOf(run, 'metadata', 'colour'), 'red', 'metadata.colour of the run');
      await check.setup('a run that ends', () => check.runWith(thread, String(run['run_id']), 'success'));
      const state = await check.state(thread);
      if (memberOf(state, 'metadata', 'colour') !== 'red') check.less('the checkpoints do not have it');
    },
  },
  {
    id: 'runs.configurable',
    title: 'A run is configured by `config.configurable`.',
    feature: 'runs.options',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'Nodes read it.',
    async run(check) {
      const body = check.runBody('custom', { config: { configurable: { flavour: 'sweet' } } });
      const values = await check.object('POST', `/threads/${await check.thread()}/runs/wait`, body);
      expectEqual(memberOf(values, 'seen', 'configurable'), 'sweet', 'what the node has read');
    },
  },
  {
    id: 'runs.context',
    title: 'A run is configured by its context.',
    feature: 'runs.options',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'Nodes read it.',
    async run(check) {
      const body = check.runBody('custom', { context: { flavour: 'sour' } });
      const values = await check.object('POST', `/threads/${await check.thread()}/runs/wait`, body);
      expectEqual(memberOf(values, 'seen', 'context'), 'sour', 'what the node has read');
    },
  },
  {
    id: 'runs.assistant-config',
    title: 'A run has the configuration of its assistant.',
    feature: 'runs.options',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: "The assistant's `config` is the default of its runs.",
    async run(check) {
      const config = { configurable: { flavour: 'bitter' } };
      const assistant = await check.assistant(check.graph('custom').name, { config });
      const body = check.runBody('custom', { assistant_id: assistant });
      const values = await check.object('POST', `/threads/${await check.thread()}/runs/wait`, body);
      expectEqual(memberOf(values, 'seen', 'configurable'), 'bitter', 'what the node has read');
    },
  },
  {
    id: 'runs.recursion-limit',
    title: 'A run ends at its recursion limit.',
    feature: 'runs.errors',
    route: 'POST /threads/{thread_id}/runs',
    reference: '`config.recursion_limit`: the run ends as `error`.',
    async run(check) {
      const thread = await check.thread();
      const id = await check.started(thread, 'plain', { config: { recursion_limit: 1 } });
      await check.runWith(thread, id, 'error');
    },
  },
  {
    id: 'runs.after-seconds',
    title: 'A run can begin later.',
    feature: 'runs.options',
    route: 'POST /threads/{thread_id}/runs',
    reference: '`after_seconds`: it is pending until then.',
    async run(check) {
      const thread = await check.thread();
      const id = await check.started(thread, 'plain', { after_seconds: 4 });
      await check.pause(300);
      const run = await check.object('GET', `/threads/${thread}/runs/${id}`);
      expectEqual(statusOf(run), 'pending', 'status before the time');
      await check.runWith(thread, id, 'success');
    },
  },
  {
    id: 'runs.durability',
    title: 'A run can keep its last checkpoint only.',
    feature: 'runs.options',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`durability: "exit"` writes one checkpoint.',
    async run(check) {
      const thread = await check.ran('plain', { durability: 'exit' });
      const history = await check.list('POST', `/threads/${thread}/history`, { limit: 100 });
      expectThat(history.length === 1, 'one checkpoint', history.length);
    },
  },
  {
    id: 'runs.disconnect.continue',
    title: 'A run goes on when its reader has gone.',
    feature: 'runs.options',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`on_disconnect: "continue"`.',
    async run(check) {
      const { input } = check.graph('slow');
      const thread = await check.thread();
      const body = check.runBody('slow', { input: { ...input, waitMs: 500 }, on_disconnect: 'continue' });
      const { events } = await check.events('POST', `/threads/${thread}/runs/stream`, body, {
        until: () => true,
      });
      const run = expectText(memberOf(events[0]?.data, 'run_id'), 'run_id of the first event');
      await check.runWith(thread, run, 'success');
    },
  },
  {
    id: 'runs.disconnect.cancel',
    title: 'A run is cancelled when its reader has gone.',
    feature: 'runs.options',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`on_disconnect: "cancel"`.',
    async run(check) {
      const thread = await check.thread();
      const body = check.runBody('slow', { on_disconnect: 'cancel', stream_mode: ['values'] });
      const { events } = await check.events('POST', `/threads/${thread}/runs/stream`, body, {
        until: ({ event }) => event === 'values',
      });
      const run = expectText(memberOf(events[0]?.data, 'run_id'), 'run_id of the first event');
      await check.runWith(thread, run, 'interrupted');
    },
  },
  {
    id: 'runs.stateless.wait',
    title: 'A run without a thread answers with its last values.',
    feature: 'runs.stateless',
    route: 'POST /runs/wait',
    reference: 'The values of the last state.',
    async run(check) {
      const { input } = check.graph('plain');
      const values = await check.object('POST', '/runs/wait', check.runBody('plain'));
      const [key = ''] = Object.keys(input);
      expectEqual(values[key], input[key], `values.${key}`);
    },
  },
  {
    id: 'runs.stateless.stream',
    title: 'A run without a thread is streamed.',
    feature: 'runs.stateless',
    route: 'POST /runs/stream',
    reference: '`metadata`, then the events of the modes.',
    async run(check) {
      const body = check.runBody('plain', { stream_mode: ['updates'] });
      const { events } = await check.events('POST', '/runs/stream', body);
      expectEqual(events[0]?.event, 'metadata', 'the first event');
      expectEqual(events.filter(({ event }) => event === 'updates').length, 2, 'updates');
    },
  },
  {
    id: 'runs.stateless.create',
    title: 'A run without a thread is started in the background.',
    feature: 'runs.stateless',
    route: 'POST /runs',
    reference: 'The run.',
    async run(check) {
      const run = await check.object('POST', '/runs', check.runBody('plain'));
      if (typeof run['thread_id'] === 'string') check.cleanup.thread(run['thread_id']);
      expectText(run['run_id'], 'run_id');
    },
  },
  {
    id: 'runs.stateless.delete',
    title: 'The thread of a run without one is deleted at its end.',
    feature: 'runs.stateless',
    route: 'POST /runs/wait',
    reference: '`on_completion: "delete"`, the default.',
    async run(check) {
      const { input } = check.graph('plain');
      const run = await check.object('POST', '/runs', check.runBody('plain', { input: { ...input } }));
      const thread = run['thread_id'];
      if (typeof thread !== 'string') return;
      check.cleanup.thread(thread);
      let status = 200;
      const isGone = await check.eventually(async () => {
        ({ status } = await check.send('GET', `/threads/${thread}`));
        return status === 404;
      });
      expectThat(isGone, '404 for the thread after the run', status);
    },
  },
  {
    id: 'runs.stateless.keep',
    title: 'The thread of a run without one can be kept.',
    feature: 'runs.stateless',
    route: 'POST /runs',
    reference: '`on_completion: "keep"`: the thread has the state of the run.',
    async run(check) {
      const { input } = check.graph('plain');
      const run = await check.object('POST', '/runs', check.runBody('plain', { on_completion: 'keep' }));
      const thread = expectText(run['thread_id'], 'thread_id of the run');
      check.cleanup.thread(thread);
      const [key = ''] = Object.keys(input);
      const isKept = await check.eventually(async () => {
        const reply = await check.send('GET', `/threads/${thread}/state`);
        return reply.status === 200 && memberOf(jsonOf(reply), 'values', key) === input[key];
      });
      expectThat(isKept, 'the state of the run', 'none');
    },
  },
  {
    id: 'runs.batch',
    title: 'Several runs are started by one request.',
    feature: 'runs.stateless',
    route: 'POST /runs/batch',
    reference: 'A list of runs.',
    async run(check) {
      const runs = await check.list('POST', '/runs/batch', [check.runBody('plain'), check.runBody('plain')]);
      expectEqual(runs.length, 2, 'runs');
      for (const { thread_id: thread } of runs) if (typeof thread === 'string') check.cleanup.thread(thread);
      expectThat(
        new Set(runs.map((run) => run['run_id'])).size === 2,
        'two ids',
        runs.map(() => 'the same'),
      );
    },
  },
  {
    id: 'breakpoints.before',
    title: 'A run stops before a node.',
    feature: 'runs.breakpoints',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`interrupt_before`: `next` is that node, the thread is interrupted.',
    async run(check) {
      const [, second = ''] = await check.nodesInOrder('plain');
      const thread = await check.thread();
      const body = check.runBody('plain', { interrupt_before: [second] });
      await check.json('POST', `/threads/${thread}/runs/wait`, body);
      expectEqual((await check.state(thread))['next'], [second], 'next');
      expectEqual(
        (await check.object('GET', `/threads/${thread}`))['status'],
        'interrupted',
        'status of the thread',
      );
    },
  },
  {
    id: 'breakpoints.after',
    title: 'A run stops after a node.',
    feature: 'runs.breakpoints',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`interrupt_after`: `next` is the node behind it.',
    async run(check) {
      const [first = '', second = ''] = await check.nodesInOrder('plain');
      const thread = await check.thread();
      const body = check.runBody('plain', { interrupt_after: [first] });
      await check.json('POST', `/threads/${thread}/runs/wait`, body);
      expectEqual((await check.state(thread))['next'], [second], 'next');
    },
  },
  {
    id: 'breakpoints.all',
    title: 'A run stops before each node.',
    feature: 'runs.breakpoints',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`interrupt_before: "*"`.',
    async run(check) {
      const [first = ''] = await check.nodesInOrder('plain');
      const thread = await check.thread();
      const body = check.runBody('plain', { interrupt_before: '*' });
      await check.json('POST', `/threads/${thread}/runs/wait`, body);
      expectEqual((await check.state(thread))['next'], [first], 'next');
    },
  },
  {
    id: 'breakpoints.continue',
    title: 'A run goes on behind a breakpoint.',
    feature: 'runs.breakpoints',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`input: null` runs what is next; nothing runs twice.',
    async run(check) {
      const [, second = ''] = await check.nodesInOrder('plain');
      const thread = await check.thread();
      const stopping = check.runBody('plain', { interrupt_before: [second] });
      await check.setup('a breakpoint', () => check.json('POST', `/threads/${thread}/runs/wait`, stopping));
      await check.json('POST', `/threads/${thread}/runs/wait`, check.runBody('plain', { input: null }));
      const state = await check.state(thread);
      expectEqual(state['next'], [], 'next');
      const log = memberOf(state, 'values', 'log');
      if (Array.isArray(log)) expectEqual(log, ['first', 'second'], 'nodes that have run');
    },
  },
  {
    id: 'checkpoint.fork',
    title: 'A run starts from an older checkpoint.',
    feature: 'runs.checkpoint',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`checkpoint`: the first state of the run follows it.',
    async run(check) {
      const thread = await check.ran('plain');
      const older = await check.olderState(thread);
      const checkpoint_id = memberOf(older, 'checkpoint', 'checkpoint_id');
      const checkpoint = { thread_id: thread, checkpoint_ns: '', checkpoint_id };
      const before = await check.list('POST', `/threads/${thread}/history`, { limit: 100 });
      const body = check.runBody('plain', { input: null, checkpoint });
      await check.json('POST', `/threads/${thread}/runs/wait`, body);
      const after = await check.list('POST', `/threads/${thread}/history`, { limit: 100 });
      expectThat(after.length > before.length, 'more states than before', after.length - before.length);
      const children = after.filter(
        (state) => memberOf(state, 'parent_checkpoint', 'checkpoint_id') === checkpoint_id,
      );
      expectThat(children.length >= 2, 'a second state behind the checkpoint', children.length);
    },
  },
  {
    id: 'checkpoint.fork-by-id',
    title: 'A run starts from the id of an older checkpoint.',
    feature: 'runs.checkpoint',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'The same with `checkpoint_id`.',
    async run(check) {
      const thread = await check.ran('plain');
      const checkpoint_id = memberOf(await check.olderState(thread), 'checkpoint', 'checkpoint_id');
      const body = check.runBody('plain', { input: null, checkpoint_id });
      await check.json('POST', `/threads/${thread}/runs/wait`, body);
      const after = await check.list('POST', `/threads/${thread}/history`, { limit: 100 });
      const children = after.filter(
        (state) => memberOf(state, 'parent_checkpoint', 'checkpoint_id') === checkpoint_id,
      );
      expectThat(children.length >= 2, 'a second state behind the checkpoint', children.length);
    },
  },
  {
    id: 'checkpoint.next-run',
    title: 'The run after a fork starts from the newest state.',
    feature: 'runs.checkpoint',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: 'A run without a checkpoint starts from the newest state, whatever the run before was told.',
    async run(check) {
      const thread = await check.ran('plain');
      const checkpoint_id = memberOf(await check.olderState(thread), 'checkpoint', 'checkpoint_id');
      const fork = check.runBody('plain', { input: null, checkpoint_id });
      await check.setup('a fork', () => check.json('POST', `/threads/${thread}/runs/wait`, fork));
      const newest = memberOf(await check.state(thread), 'checkpoint', 'checkpoint_id');
      await check.json('POST', `/threads/${thread}/runs/wait`, check.runBody('plain'));
      const history = await check.list('POST', `/threads/${thread}/history`, { limit: 100 });
      const children = history.filter(
        (state) => memberOf(state, 'parent_checkpoint', 'checkpoint_id') === newest,
      );
      expectThat(children.length === 1, 'a state behind the newest one', children.length);
    },
  },
  {
    id: 'command.goto',
    title: 'A command sends a thread to a node.',
    feature: 'runs.command',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`command.goto` names the node that runs.',
    async run(check) {
      const [, second = ''] = await check.nodesInOrder('plain');
      const thread = await check.ran('plain');
      const body = check.runBody('plain', { command: { goto: second }, stream_mode: ['updates'] });
      const { events } = await check.events('POST', `/threads/${thread}/runs/stream`, body);
      const nodes = events
        .filter(({ event }) => event === 'updates')
        .flatMap(({ data }) => Object.keys(Object(data)));
      expectEqual(nodes, [second], 'nodes that have run');
    },
  },
  {
    id: 'command.update',
    title: 'A command updates the state.',
    feature: 'runs.command',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`command.update` is applied, with `goto` before the node.',
    async run(check) {
      const key = check.textKey('plain');
      const [, second = ''] = await check.nodesInOrder('plain');
      const thread = await check.ran('plain');
      const body = check.runBody('plain', { command: { update: { [key]: 'by command' }, goto: second } });
      const values = await check.object('POST', `/threads/${thread}/runs/wait`, body);
      expectEqual(values[key], 'by command', `values.${key}`);
    },
  },
  {
    id: 'runs.error.status',
    title: 'A run that fails ends as an error, and so does its thread.',
    feature: 'runs.errors',
    route: 'GET /threads/{thread_id}/runs/{run_id}',
    reference: '`status: "error"` of the run and of the thread.',
    async run(check) {
      const thread = await check.thread();
      const id = await check.started(thread, 'failing');
      await check.runWith(thread, id, 'error');
      let status: unknown;
      const isError = await check.eventually(async () => {
        ({ status } = await check.object('GET', `/threads/${thread}`));
        return status === 'error';
      }, 2_000);
      expectThat(isError, 'error as status of the thread', status);
    },
  },
  {
    id: 'runs.error.wait',
    title: 'Waiting for a run that fails says so.',
    feature: 'runs.errors',
    route: 'POST /threads/{thread_id}/runs/wait',
    reference: '`__error__` with `error` and `message`, or an error status.',
    async run(check) {
      const thread = await check.thread();
      const reply = await check.send('POST', `/threads/${thread}/runs/wait`, check.runBody('failing'));
      if (reply.status >= 400 && reply.text !== '') return;
      expectText(memberOf(jsonOf(reply), '__error__', 'error'), '__error__.error');
      expectText(memberOf(jsonOf(reply), '__error__', 'message'), '__error__.message');
    },
  },
  {
    id: 'runs.error.stream',
    title: 'The stream of a run that fails ends with its error.',
    feature: 'runs.errors',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: 'The event `error` with `error` and `message`, then the end.',
    async run(check) {
      const thread = await check.thread();
      const { events } = await check.events(
        'POST',
        `/threads/${thread}/runs/stream`,
        check.runBody('failing'),
      );
      const error = events.find(({ event }) => event === 'error');
      expectThat(
        error !== undefined,
        'the event error',
        events.map(({ event }) => event),
      );
      expectText(memberOf(error.data, 'error'), 'error');
      expectText(memberOf(error.data, 'message'), 'message');
    },
  },
  {
    id: 'runs.error.task',
    title: 'The state after a failure names the task that failed.',
    feature: 'runs.errors',
    route: 'GET /threads/{thread_id}/state',
    reference: '`tasks[].error`.',
    async run(check) {
      const thread = await check.thread();
      const id = await check.started(thread, 'failing');
      await check.setup('a run that fails', () => check.runWith(thread, id, 'error'));
      const { tasks } = await check.state(thread);
      const errors = Array.isArray(tasks) ? tasks.map((task: unknown) => memberOf(task, 'error')) : [];
      expectThat(
        errors.some((error) => typeof error === 'string' && error !== ''),
        'an error of a task',
        errors,
      );
    },
  },
  {
    id: 'runs.invalid-mode',
    title: 'A stream mode that is not there is refused.',
    feature: 'server.errors',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '422.',
    async run(check) {
      const thread = await check.thread();
      const body = check.runBody('plain', { stream_mode: ['graph_server_check'] });
      expectStatus(await check.send('POST', `/threads/${thread}/runs/stream`, body), 422);
    },
  },
  {
    id: 'webhooks.success',
    title: 'A webhook is called when a run has ended.',
    feature: 'runs.webhooks',
    route: 'POST /threads/{thread_id}/runs',
    reference:
      '`webhook`: the run with `status` and `values` is posted there. Servers may refuse addresses of their own machine.',
    async run(check) {
      const { input } = check.graph('plain');
      const { url, delivered } = check.receiver.expect(check.signal);
      const thread = await check.thread();
      const run = await check.object(
        'POST',
        `/threads/${thread}/runs`,
        check.runBody('plain', { webhook: url }),
      );
      const delivery = await check.within(delivered, 10_000, 'no webhook came within 10 s');
      const body = JSON.parse(delivery.text) as unknown;
      expectThat(memberOf(body, 'run_id') === run['run_id'], 'the id of the run', memberOf(body, 'run_id'));
      expectEqual(memberOf(body, 'status'), 'success', 'status');
      const [key = ''] = Object.keys(input);
      expectEqual(memberOf(body, 'values', key), input[key], `values.${key}`);
      if (!delivery.contentType.includes('json')) check.less(`its content type is ${delivery.contentType}`);
    },
  },
  {
    id: 'webhooks.error',
    title: 'A webhook is told of a run that has failed.',
    feature: 'runs.webhooks',
    route: 'POST /threads/{thread_id}/runs',
    reference: '`status: "error"` and `error`.',
    async run(check) {
      const { url, delivered } = check.receiver.expect(check.signal);
      const thread = await check.thread();
      await check.json('POST', `/threads/${thread}/runs`, check.runBody('failing', { webhook: url }));
      const delivery = await check.within(delivered, 10_000, 'no webhook came within 10 s');
      const body = JSON.parse(delivery.text) as unknown;
      expectEqual(memberOf(body, 'status'), 'error', 'status');
      expectThat(memberOf(body, 'error') !== undefined, 'the error', Object.keys(Object(body)));
    },
  },
  {
    id: 'webhooks.stateless',
    title: 'A webhook is called after a run without a thread.',
    feature: 'runs.webhooks',
    route: 'POST /runs',
    reference: 'The same as with a thread.',
    async run(check) {
      const { url, delivered } = check.receiver.expect(check.signal);
      await check.json('POST', '/runs', check.runBody('plain', { webhook: url }));
      const delivery = await check.within(delivered, 10_000, 'no webhook came within 10 s');
      expectEqual(memberOf(JSON.parse(delivery.text) as unknown, 'status'), 'success', 'status');
    },
  },
];
