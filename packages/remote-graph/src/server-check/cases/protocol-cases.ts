import { interruptsOf, type CaseContext } from '../case-context.ts';
import type { CheckCase } from '../case.ts';
import { expectEqual, expectObject, expectText, expectThat, memberOf } from '../expect.ts';
import { different, untested } from '../findings.ts';
import type { RoleName } from '../roles.ts';
import type { EventReply } from '../wire-client.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const readMs = 10_000;

async function command(
  check: CaseContext,
  thread: string,
  method: string,
  params: object,
): Promise<JsonObject> {
  const answer = await check.object('POST', `/threads/${thread}/commands`, { id: 1, method, params });
  if (answer['type'] === 'error') throw different(`${method} is refused: ${JSON.stringify(answer)}`);
  return expectObject(answer['result'], `result of ${method}`);
}

function start(check: CaseContext, thread: string, role: RoleName): Promise<JsonObject> {
  const { name, input } = check.graph(role);
  return command(check, thread, 'run.start', { assistant_id: name, input, metadata: check.marker });
}

// Reads the events of channels while a role's graph runs, until one ends the reading.
async function eventsOf(
  check: CaseContext,
  thread: string,
  role: RoleName,
  channels: readonly string[],
  until: (method: string, data: unknown) => boolean,
): Promise<EventReply> {
  check.graph(role);
  const body = { channels };
  const reading = check.events('POST', `/threads/${thread}/stream/events`, body, {
    until: ({ data }) => until(String(memberOf(data, 'method')), memberOf(data, 'params', 'data')),
    readMs: check.scaled(readMs),
  });
  const starting = check.pause(200).then(() => start(check, thread, role));
  const [reply] = await Promise.all([reading, starting]);
  return reply;
}

const isEnd = (method: string, data: unknown): boolean =>
  method === 'lifecycle' && ['completed', 'failed', 'interrupted'].includes(String(memberOf(data, 'event')));

function methodsOf({ events }: EventReply): readonly string[] {
  return [...new Set(events.map(({ data }) => String(memberOf(data, 'method'))))];
}

export const protocolCases: readonly CheckCase[] = [
  {
    id: 'protocol.start',
    title: 'A run is started by a command.',
    feature: 'protocol.commands',
    route: 'POST /threads/{thread_id}/commands',
    reference: '`run.start` answers `result.run_id`; the run is one of the thread.',
    async run(check) {
      const thread = await check.thread();
      const { run_id: run } = await start(check, thread, 'plain');
      await check.runWith(thread, expectText(run, 'result.run_id'), 'success');
    },
  },
  {
    id: 'protocol.respond',
    title: 'An interrupt is answered by a command.',
    feature: 'protocol.commands',
    route: 'POST /threads/{thread_id}/commands',
    reference: '`input.respond` with `namespace`, `interrupt_id` and `response`.',
    async run(check) {
      const thread = await check.thread();
      await check.setup('a run that a command started', () => start(check, thread, 'ask'));
      await check.eventually(async () => interruptsOf(await check.state(thread)).length > 0);
      const [interrupt] = interruptsOf(await check.state(thread));
      if (interrupt === undefined) throw untested('the run did not stop at its interrupt');
      const params = { namespace: [], interrupt_id: interrupt['id'], response: 'yes' };
      await command(check, thread, 'input.respond', params);
      let next: unknown;
      const isDone = await check.eventually(async () => {
        ({ next } = await check.state(thread));
        return Array.isArray(next) && next.length === 0;
      });
      expectThat(isDone, 'no next node', next);
    },
  },
  {
    id: 'protocol.unknown-command',
    title: 'A command that is not there is refused.',
    feature: 'protocol.commands',
    route: 'POST /threads/{thread_id}/commands',
    reference: '`type: "error"`, or a status of 400 or more, but not of 500.',
    async run(check) {
      const thread = await check.thread();
      await check.setup('commands', () => start(check, thread, 'plain'));
      const body = { id: 1, method: 'graph_server_check.nothing', params: {} };
      const { status, text } = await check.send('POST', `/threads/${thread}/commands`, body);
      const isError = status === 200 && memberOf(JSON.parse(text), 'type') === 'error';
      expectThat(isError || (status >= 400 && status < 500), 'an error', status);
    },
  },
  {
    id: 'protocol.events.lifecycle',
    title: 'The events of a thread tell when a run begins and ends.',
    feature: 'protocol.events',
    route: 'POST /threads/{thread_id}/stream/events',
    reference: '`lifecycle` with `running` and `completed`.',
    async run(check) {
      const reply = await eventsOf(check, await check.thread(), 'plain', ['lifecycle'], isEnd);
      const eventNames = reply.events.map(({ data }) => String(memberOf(data, 'params', 'data', 'event')));
      expectThat(eventNames.includes('running') || eventNames.includes('started'), 'running', eventNames);
      expectThat(eventNames.includes('completed'), 'completed', eventNames);
    },
  },
  {
    id: 'protocol.events.shape',
    title: 'Each event of a thread has an id, a number and a namespace.',
    feature: 'protocol.events',
    route: 'POST /threads/{thread_id}/stream/events',
    reference: '`{type: "event", event_id, seq, method, params: {namespace, timestamp, data}}`.',
    async run(check) {
      const reply = await eventsOf(check, await check.thread(), 'plain', ['lifecycle', 'values'], isEnd);
      for (const { data } of reply.events) {
        expectEqual(memberOf(data, 'type'), 'event', 'type');
        expectText(memberOf(data, 'method'), 'method');
        expectThat(Number.isInteger(memberOf(data, 'seq')), 'a number as seq', memberOf(data, 'seq'));
        expectThat(Array.isArray(memberOf(data, 'params', 'namespace')), 'a list as params.namespace', data);
        expectText(memberOf(data, 'event_id'), 'event_id');
      }
      const ids = reply.events.map(({ data }) => memberOf(data, 'event_id'));
      expectThat(new Set(ids).size === ids.length, 'an id for each event', 'the same id of several events');
    },
  },
  {
    id: 'protocol.events.values',
    title: 'The events of a thread have the values of its runs.',
    feature: 'protocol.events',
    route: 'POST /threads/{thread_id}/stream/events',
    reference: '`values` with the state.',
    async run(check) {
      const key = check.textKey('plain');
      const reply = await eventsOf(check, await check.thread(), 'plain', ['lifecycle', 'values'], isEnd);
      const values = reply.events.findLast(({ data }) => memberOf(data, 'method') === 'values');
      expectThat(values !== undefined, 'values', methodsOf(reply));
      expectEqual(
        memberOf(values.data, 'params', 'data', key),
        check.graph('plain').input[key],
        `values.${key}`,
      );
    },
  },
  {
    id: 'protocol.events.updates',
    title: 'The events of a thread have the updates of nodes.',
    feature: 'protocol.events',
    route: 'POST /threads/{thread_id}/stream/events',
    reference: '`updates` with `params.node` or `data.node`.',
    async run(check) {
      const reply = await eventsOf(check, await check.thread(), 'plain', ['lifecycle', 'updates'], isEnd);
      const update = reply.events.find(({ data }) => memberOf(data, 'method') === 'updates');
      expectThat(update !== undefined, 'updates', methodsOf(reply));
      const node = memberOf(update.data, 'params', 'node') ?? memberOf(update.data, 'params', 'data', 'node');
      expectText(node, 'node of the update');
    },
  },
  {
    id: 'protocol.events.messages',
    title: 'The events of a thread have the messages of chat models, block by block.',
    feature: 'protocol.events',
    route: 'POST /threads/{thread_id}/stream/events',
    reference: '`messages`: `message-start`, `content-block-delta`, `message-finish`.',
    async run(check) {
      const reply = await eventsOf(check, await check.thread(), 'chat', ['lifecycle', 'messages'], isEnd);
      const kinds = reply.events
        .filter(({ data }) => memberOf(data, 'method') === 'messages')
        .map(({ data }) => String(memberOf(data, 'params', 'data', 'event')));
      for (const kind of ['message-start', 'content-block-delta', 'message-finish']) {
        expectThat(kinds.includes(kind), kind, [...new Set(kinds)]);
      }
    },
  },
  {
    id: 'protocol.events.input',
    title: 'The events of a thread tell of an interrupt.',
    feature: 'protocol.events',
    route: 'POST /threads/{thread_id}/stream/events',
    reference: '`input.requested` with `interrupt_id` and `payload`.',
    async run(check) {
      const isQuestion = (method: string): boolean => method === 'input.requested';
      const reply = await eventsOf(check, await check.thread(), 'ask', ['lifecycle', 'input'], isQuestion);
      const request = reply.events.find(({ data }) => memberOf(data, 'method') === 'input.requested');
      expectThat(request !== undefined, 'input.requested', methodsOf(reply));
      expectText(memberOf(request.data, 'params', 'data', 'interrupt_id'), 'interrupt_id');
    },
  },
  {
    id: 'protocol.join',
    title: 'A run that a command started can be joined like any other.',
    feature: 'protocol.commands',
    route: 'GET /threads/{thread_id}/runs/{run_id}/stream',
    reference: 'Its events, to the end.',
    async run(check) {
      const thread = await check.thread();
      const { run_id: run } = await check.setup('a run that a command started', () =>
        start(check, thread, 'plain'),
      );
      const path = `/threads/${thread}/runs/${String(run)}/stream`;
      const reply = await check.events('GET', path, undefined, {
        headers: { 'last-event-id': '-1' },
        readMs: check.scaled(readMs),
      });
      const names = [...new Set(reply.events.map(({ event }) => event))];
      expectThat(names.includes('updates') || names.includes('values'), 'updates or values', names);
    },
  },
];
