import type { CaseContext } from '../case-context.ts';
import type { CheckCase } from '../case.ts';
import { expectEqual, expectObject, expectText, expectThat, memberOf } from '../expect.ts';
import { different } from '../findings.ts';
import type { RoleName } from '../roles.ts';
import type { EventReply, StreamedEvent } from '../wire-client.ts';

// Runs a role's graph on a new thread and reads its stream to the end.
async function stream(
  check: CaseContext,
  role: RoleName,
  body: Readonly<Record<string, unknown>>,
): Promise<EventReply> {
  const runBody = check.runBody(role, body);
  return check.events('POST', `/threads/${await check.thread()}/runs/stream`, runBody);
}

// Events of a mode, with or without a namespace.
function ofMode({ events }: EventReply, mode: string): readonly StreamedEvent[] {
  return events.filter(({ event }) => event === mode || event.startsWith(`${mode}|`));
}

function names({ events }: EventReply): readonly string[] {
  return [...new Set(events.map(({ event }) => event.split('|')[0] ?? ''))];
}

function nodesOf(updates: readonly StreamedEvent[]): readonly string[] {
  return updates.flatMap(({ data }) => Object.keys(expectObject(data, 'an update')));
}

export const streamCases: readonly CheckCase[] = [
  {
    id: 'stream.values',
    title: 'The values are streamed after each step.',
    feature: 'stream.values',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`values`: the whole state before the first node and after each step.',
    async run(check) {
      const reply = await stream(check, 'plain', { stream_mode: ['values'] });
      expectThat(ofMode(reply, 'values').length >= 3, 'at least three events', names(reply));
    },
  },
  {
    id: 'stream.updates',
    title: 'The updates of nodes are streamed.',
    feature: 'stream.values',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`updates`: `{node: update}` for each task.',
    async run(check) {
      const nodes = await check.nodesInOrder('plain');
      const reply = await stream(check, 'plain', { stream_mode: ['updates'] });
      expectEqual(nodesOf(ofMode(reply, 'updates')), nodes, 'nodes of the updates');
    },
  },
  {
    id: 'stream.default-mode',
    title: 'Without a mode the values are streamed.',
    feature: 'stream.values',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`stream_mode` is `values` by default.',
    async run(check) {
      const reply = await stream(check, 'plain', {});
      expectThat(ofMode(reply, 'values').length > 0, 'values', names(reply));
    },
  },
  {
    id: 'stream.several-modes',
    title: 'Several modes are streamed at once.',
    feature: 'stream.values',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`stream_mode` is a list.',
    async run(check) {
      const reply = await stream(check, 'plain', { stream_mode: ['values', 'updates', 'custom'] });
      for (const mode of ['values', 'updates', 'custom']) {
        expectThat(ofMode(reply, mode).length > 0, `events of ${mode}`, names(reply));
      }
    },
  },
  {
    id: 'stream.only-asked',
    title: 'Only the modes that were asked for are streamed.',
    feature: 'stream.format',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`metadata`, and events of the modes.',
    async run(check) {
      const reply = await stream(check, 'plain', { stream_mode: ['updates'] });
      const others = names(reply).filter((name) => !['metadata', 'updates', 'end'].includes(name));
      expectEqual(others, [], 'other events');
    },
  },
  {
    id: 'stream.messages-tuple',
    title: 'The tokens of a chat model are streamed.',
    feature: 'stream.messages',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`messages-tuple`: events `messages` with `[chunk, metadata]`.',
    async run(check) {
      const reply = await stream(check, 'chat', { stream_mode: ['messages-tuple'] });
      const messages = ofMode(reply, 'messages');
      expectThat(messages.length > 1, 'more than one chunk', names(reply));
      const [first] = messages;
      expectText(memberOf(first?.data, 0, 'id'), 'id of the message');
      expectText(memberOf(first?.data, 1, 'langgraph_node'), 'langgraph_node of the metadata');
    },
  },
  {
    id: 'stream.messages-tuple.text',
    title: 'The tokens of a message make its text.',
    feature: 'stream.messages',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: 'The contents of the chunks, joined, are the content of the message.',
    async run(check) {
      const reply = await stream(check, 'chat', { stream_mode: ['messages-tuple', 'values'] });
      const chunks = ofMode(reply, 'messages').filter(({ data }) =>
        ['ai', 'AIMessageChunk'].includes(String(memberOf(data, 0, 'type'))),
      );
      const text = chunks.map(({ data }) => String(memberOf(data, 0, 'content'))).join('');
      const messages = memberOf(ofMode(reply, 'values').at(-1)?.data, 'messages');
      const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
      expectEqual(text, memberOf(last, 'content'), 'text of the chunks');
    },
  },
  {
    id: 'stream.messages',
    title: 'Messages are streamed as they grow.',
    feature: 'stream.messages',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference:
      '`messages`: `messages/metadata`, `messages/partial` with the message so far, `messages/complete`.',
    async run(check) {
      const reply = await stream(check, 'chat', { stream_mode: ['messages'] });
      for (const name of ['messages/metadata', 'messages/partial']) {
        expectThat(names(reply).includes(name), name, names(reply));
      }
      const partial = reply.events.findLast(({ event }) => event === 'messages/partial');
      expectText(memberOf(partial?.data, 0, 'content'), 'content of the last part');
    },
  },
  {
    id: 'stream.tasks',
    title: 'The start and the result of each task are streamed.',
    feature: 'stream.tasks',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`tasks`: `{id, name, input, triggers}`, then `{id, name, result}`.',
    async run(check) {
      const reply = await stream(check, 'plain', { stream_mode: ['tasks'] });
      const tasks = ofMode(reply, 'tasks').map(({ data }) => expectObject(data, 'a task'));
      const starts = tasks.filter((task) => 'triggers' in task);
      const results = tasks.filter((task) => 'result' in task);
      expectThat(starts.length >= 2, 'a start of each task', names(reply));
      expectEqual(
        results.map(({ id }) => starts.some((start) => start['id'] === id)),
        starts.map(() => true),
        'results of the tasks',
      );
    },
  },
  {
    id: 'stream.tasks.error',
    title: 'The result of a task that failed has its error.',
    feature: 'stream.tasks',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`tasks`: `error` in the result.',
    async run(check) {
      const reply = await stream(check, 'failing', { stream_mode: ['tasks'] });
      const errors = ofMode(reply, 'tasks').filter(({ data }) => {
        const error = memberOf(data, 'error');
        return error !== undefined && error !== null;
      });
      expectThat(errors.length === 1, 'one task with an error', errors.length);
    },
  },
  {
    id: 'stream.checkpoints',
    title: 'Checkpoints are streamed as they are made.',
    feature: 'stream.tasks',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`checkpoints`: `values`, `next`, `metadata`, `tasks`, `config`.',
    async run(check) {
      const reply = await stream(check, 'plain', { stream_mode: ['checkpoints'] });
      const [first] = ofMode(reply, 'checkpoints');
      expectThat(first !== undefined, 'events of checkpoints', names(reply));
      const checkpoint = expectObject(first.data, 'a checkpoint');
      for (const name of ['values', 'next', 'metadata']) {
        expectThat(name in checkpoint, `${name} in a checkpoint`, Object.keys(checkpoint));
      }
      const lacking = ['config', 'tasks'].filter((name) => !(name in checkpoint));
      if (lacking.length > 0) check.less(`a checkpoint has no ${lacking.join(' and no ')}`);
    },
  },
  {
    id: 'stream.debug',
    title: 'Debug events are streamed.',
    feature: 'stream.tasks',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`debug`: `checkpoint`, `task` and `task_result` with `step`, `timestamp` and `payload`.',
    async run(check) {
      const reply = await stream(check, 'plain', { stream_mode: ['debug'] });
      const events = ofMode(reply, 'debug').map(({ data }) => expectObject(data, 'a debug event'));
      const types = new Set(events.map(({ type }) => type));
      expectEqual([...types].toSorted(), ['checkpoint', 'task', 'task_result'], 'types');
      for (const name of ['step', 'timestamp', 'payload']) {
        expectThat(
          events.every((event) => name in event),
          `${name} in each event`,
          Object.keys(events[0] ?? {}),
        );
      }
    },
  },
  {
    id: 'stream.custom',
    title: 'What nodes write themselves is streamed.',
    feature: 'stream.custom',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`custom`: the value as it was written.',
    async run(check) {
      const reply = await stream(check, 'custom', { stream_mode: ['custom'] });
      expectEqual(
        ofMode(reply, 'custom').map(({ data }) => data),
        [{ progress: 'custom' }],
        'custom data',
      );
    },
  },
  {
    id: 'stream.events',
    title: 'LangChain events are streamed.',
    feature: 'stream.events',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`events`: `{event, name, run_id, data}`.',
    async run(check) {
      const reply = await stream(check, 'chat', { stream_mode: ['events'] });
      const kinds = new Set(ofMode(reply, 'events').map(({ data }) => String(memberOf(data, 'event'))));
      for (const kind of ['on_chain_start', 'on_chain_end', 'on_chat_model_stream']) {
        expectThat(kinds.has(kind), kind, [...kinds]);
      }
    },
  },
  {
    id: 'stream.subgraphs.updates',
    title: 'The updates inside subgraphs are streamed with their namespace.',
    feature: 'stream.subgraphs',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`stream_subgraphs: true`: events `updates|node:task_id`.',
    async run(check) {
      const reply = await stream(check, 'nested', { stream_mode: ['updates'], stream_subgraphs: true });
      const inner = reply.events.filter(({ event }) => /^updates\|[^|:]+:[^|]+$/.test(event));
      expectThat(inner.length >= 2, 'updates of the nodes of the subgraph', names(reply));
    },
  },
  {
    id: 'stream.subgraphs.values',
    title: 'The values inside subgraphs are streamed with their namespace.',
    feature: 'stream.subgraphs',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`stream_subgraphs: true`: events `values|node:task_id`; the run succeeds.',
    async run(check) {
      const reply = await stream(check, 'nested', { stream_mode: ['values'], stream_subgraphs: true });
      const error = reply.events.find(({ event }) => event === 'error');
      if (error !== undefined) throw different(`the run fails: ${error.text}`);
      expectThat(
        reply.events.some(({ event }) => event.startsWith('values|')),
        'values of the subgraph',
        names(reply),
      );
    },
  },
  {
    id: 'stream.subgraphs.tasks',
    title: 'The tasks inside subgraphs are streamed with their namespace.',
    feature: 'stream.subgraphs',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`stream_subgraphs: true`: events `tasks|node:task_id`.',
    async run(check) {
      const reply = await stream(check, 'nested', { stream_mode: ['tasks'], stream_subgraphs: true });
      expectThat(
        reply.events.some(({ event }) => event.startsWith('tasks|')),
        'tasks of the subgraph',
        names(reply),
      );
    },
  },
  {
    id: 'stream.subgraphs.off',
    title: 'Without subgraphs nothing inside of them is streamed.',
    feature: 'stream.subgraphs',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`stream_subgraphs` is false by default.',
    async run(check) {
      const reply = await stream(check, 'nested', { stream_mode: ['updates', 'values'] });
      const inner = reply.events.filter(({ event }) => event.includes('|'));
      expectEqual(inner.length, 0, 'events with a namespace');
    },
  },
  {
    id: 'stream.content-type',
    title: 'A stream is sent as server-sent events.',
    feature: 'stream.format',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`content-type: text/event-stream`.',
    async run(check) {
      const { headers } = await stream(check, 'plain', {});
      const type = headers.get('content-type') ?? 'none';
      expectThat(type.startsWith('text/event-stream'), 'text/event-stream', type);
    },
  },
  {
    id: 'stream.content-location',
    title: 'The answer to a stream names where its run is.',
    feature: 'stream.format',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`content-location: /threads/{thread_id}/runs/{run_id}`.',
    async run(check) {
      const { headers, events } = await stream(check, 'plain', {});
      const run = expectText(memberOf(events[0]?.data, 'run_id'), 'run_id of the first event');
      const location = headers.get('content-location') ?? headers.get('location');
      expectThat(location?.includes(`/runs/${run}`) === true, 'the path of the run', location);
    },
  },
  {
    id: 'stream.metadata',
    title: 'The first event of a stream names its run.',
    feature: 'stream.format',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`metadata` with `run_id` and `attempt`.',
    async run(check) {
      const { events } = await stream(check, 'plain', {});
      expectEqual(events[0]?.event, 'metadata', 'the first event');
      expectText(memberOf(events[0]?.data, 'run_id'), 'run_id');
      if (memberOf(events[0]?.data, 'attempt') === undefined) check.less('it names no attempt');
    },
  },
  {
    id: 'stream.event-ids',
    title: 'The events of a stream have ids.',
    feature: 'stream.format',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: 'With `stream_resumable: true` each event has an `id`, to join again behind it.',
    async run(check) {
      const body = { stream_mode: ['values', 'updates'], stream_resumable: true };
      const { events } = await stream(check, 'plain', body);
      const ids = events.map(({ id }) => id);
      expectThat(
        ids.every((id) => id !== null),
        'an id of each event',
        `${ids.filter((id) => id === null).length} without`,
      );
    },
  },
  {
    id: 'stream.ends',
    title: 'A stream ends with its run.',
    feature: 'stream.format',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: 'The server closes the stream when the run has ended.',
    async run(check) {
      const { ended } = await stream(check, 'plain', {});
      expectThat(ended, 'the end of the stream', 'none');
    },
  },
  {
    id: 'stream.heartbeat',
    title: 'A quiet stream is kept alive.',
    feature: 'stream.format',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: 'Comment lines about every 5 s.',
    async run(check) {
      const body = check.runBody('slow');
      const reply = await check.events('POST', `/threads/${await check.thread()}/runs/stream`, body, {
        readMs: 7_000,
      });
      expectThat(reply.comments > 0, 'a comment line within 7 s', reply.comments);
    },
  },
  {
    id: 'stream.interrupt',
    title: 'An interrupt is streamed.',
    feature: 'interrupts.one',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '`updates` with `__interrupt__: [{id, value}]`.',
    async run(check) {
      const reply = await stream(check, 'ask', { stream_mode: ['updates'] });
      const update = ofMode(reply, 'updates').find(
        ({ data }) => memberOf(data, '__interrupt__') !== undefined,
      );
      expectThat(update !== undefined, 'the interrupt in the updates', names(reply));
      const interrupt = memberOf(update.data, '__interrupt__', 0);
      expectText(memberOf(interrupt, 'id'), 'id of the interrupt');
      expectThat(memberOf(interrupt, 'value') !== undefined, 'its value', interrupt);
    },
  },
];
