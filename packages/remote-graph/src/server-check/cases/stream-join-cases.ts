import type { CaseContext } from '../case-context.ts';
import type { CheckCase } from '../case.ts';
import { expectEqual, expectText, expectThat, memberOf, statusOf } from '../expect.ts';
import { untested } from '../findings.ts';
import type { EventReply } from '../wire-client.ts';

// A resumable run that has ended: its thread, its id, and what its own stream sent.
async function streamedRun(check: CaseContext): Promise<{ path: string; reply: EventReply }> {
  const thread = await check.thread();
  const body = check.runBody('plain', { stream_mode: ['updates', 'values'], stream_resumable: true });
  const reply = await check.setup('a stream', () =>
    check.events('POST', `/threads/${thread}/runs/stream`, body),
  );
  const run = expectText(memberOf(reply.events[0]?.data, 'run_id'), 'run_id of the first event');
  return { path: `/threads/${thread}/runs/${run}/stream`, reply };
}

function textsOf({ events }: EventReply): readonly string[] {
  return events.filter(({ event }) => event !== 'metadata').map(({ event, text }) => `${event} ${text}`);
}

const joinMs = 8_000;

export const streamJoinCases: readonly CheckCase[] = [
  {
    id: 'resume.join',
    title: 'The stream of a run that is under way can be joined.',
    feature: 'stream.resume',
    route: 'GET /threads/{thread_id}/runs/{run_id}/stream',
    reference: 'The events from then on, to the end of the run.',
    async run(check) {
      const { input } = check.graph('slow');
      const thread = await check.thread();
      const body = { input: { ...input, waitMs: 1_000 }, stream_mode: ['values', 'updates'] };
      const run = await check.started(thread, 'slow', body);
      const path = `/threads/${thread}/runs/${run}/stream`;
      const reply = await check.events('GET', path);
      const names = new Set(reply.events.map(({ event }) => event));
      expectThat(names.has('updates') && names.has('values'), 'updates and values', [...names]);
      expectThat(reply.ended, 'the end of the stream', 'none');
    },
  },
  {
    id: 'resume.replay',
    title: 'The stream of a resumable run can be read again from its start.',
    feature: 'stream.resume',
    route: 'GET /threads/{thread_id}/runs/{run_id}/stream',
    reference: '`stream_resumable: true` and `Last-Event-ID: -1`: all events again, also after the end.',
    async run(check) {
      const { path, reply } = await streamedRun(check);
      const again = await check.events('GET', path, undefined, {
        headers: { 'last-event-id': '-1' },
        readMs: check.scaled(joinMs),
      });
      expectEqual(textsOf(again).length, textsOf(reply).length, 'events');
      expectThat(textsOf(again).join('\n') === textsOf(reply).join('\n'), 'the same events', 'others');
    },
  },
  {
    id: 'resume.last-event-id',
    title: 'A cut stream goes on behind the last event that was read.',
    feature: 'stream.resume',
    route: 'GET /threads/{thread_id}/runs/{run_id}/stream',
    reference: '`Last-Event-ID`: the events behind that one, each once.',
    async run(check) {
      const { path, reply } = await streamedRun(check);
      const ids = reply.events.map(({ id }) => id);
      // Behind an id that several events have, nobody can say where a reader stopped: see resume.unique-ids.
      const position = ids.findIndex(
        (id, index) => index > 0 && id !== null && ids.indexOf(id) === ids.lastIndexOf(id),
      );
      const id = ids[position] ?? null;
      if (id === null) throw untested('the events have no ids of their own');
      const rest = await check.events('GET', path, undefined, {
        headers: { 'last-event-id': id },
        readMs: check.scaled(joinMs),
      });
      const expected = reply.events.slice(position + 1).map(({ event, text }) => `${event} ${text}`);
      const actual = textsOf(rest);
      expectEqual(actual.length, expected.length, 'events behind it');
      expectThat(actual.join('\n') === expected.join('\n'), 'the same events', 'others');
    },
  },
  {
    id: 'resume.unique-ids',
    title: 'No two events of a stream have the same id.',
    feature: 'stream.resume',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: 'An id names one event: a reader that joins again behind it misses none.',
    async run(check) {
      const body = check.runBody('chat', {
        stream_mode: ['messages-tuple', 'values', 'updates', 'tasks', 'checkpoints', 'debug'],
        stream_resumable: true,
      });
      // A server that makes ids of the time gives the same to events of one millisecond, which not every run has.
      for (let attempt = 0; attempt < 24; attempt += 1) {
        const { events } = await check.events('POST', `/threads/${await check.thread()}/runs/stream`, body);
        const ids = events.map(({ id }) => id).filter((id) => id !== null);
        if (ids.length === 0) throw untested('the events have no ids');
        expectThat(new Set(ids).size === ids.length, 'an id for each event', 'the same id of several events');
      }
    },
  },
  {
    id: 'resume.two-readers',
    title: 'Two readers of one run each get all events.',
    feature: 'stream.resume',
    route: 'GET /threads/{thread_id}/runs/{run_id}/stream',
    reference: 'A reader takes nothing away from another one.',
    async run(check) {
      const { input } = check.graph('slow');
      const thread = await check.thread();
      const run = await check.started(thread, 'slow', {
        input: { ...input, waitMs: 1_200 },
        stream_mode: ['updates'],
        stream_resumable: true,
      });
      const options = { headers: { 'last-event-id': '-1' } };
      const path = `/threads/${thread}/runs/${run}/stream`;
      const replies = await Promise.all([
        check.events('GET', path, undefined, options),
        check.events('GET', path, undefined, options),
      ]);
      const counts = replies.map(({ events }) => events.filter(({ event }) => event === 'updates').length);
      expectEqual(counts, [2, 2], 'updates of each reader');
    },
  },
  {
    id: 'resume.finished',
    title: 'Joining a run that has ended does not wait.',
    feature: 'stream.resume',
    route: 'GET /threads/{thread_id}/runs/{run_id}/stream',
    reference: 'The stream ends.',
    async run(check) {
      const thread = await check.thread();
      const run = await check.started(thread, 'plain');
      await check.setup('a run that ends', () => check.runWith(thread, run, 'success'));
      const path = `/threads/${thread}/runs/${run}/stream`;
      const reply = await check.events('GET', path, undefined, { readMs: check.scaled(joinMs) });
      expectThat(reply.ended, 'the end of the stream', `none within ${joinMs / 1000} s`);
    },
  },
  {
    id: 'resume.modes',
    title: 'A reader that joins can ask for some of the modes.',
    feature: 'stream.resume',
    route: 'GET /threads/{thread_id}/runs/{run_id}/stream',
    reference: '`stream_mode` in the query.',
    async run(check) {
      const { path } = await streamedRun(check);
      const reply = await check.events('GET', path, undefined, {
        headers: { 'last-event-id': '-1' },
        query: { stream_mode: 'updates' },
        readMs: check.scaled(joinMs),
      });
      const names = new Set(reply.events.map(({ event }) => event));
      expectThat(names.has('updates'), 'updates', [...names]);
      expectThat(!names.has('values'), 'no values', [...names]);
    },
  },
  {
    id: 'resume.cancel-on-disconnect',
    title: 'A run is cancelled when a reader that asked for it has gone.',
    feature: 'stream.resume',
    route: 'GET /threads/{thread_id}/runs/{run_id}/stream',
    reference: '`cancel_on_disconnect=true`.',
    async run(check) {
      const thread = await check.thread();
      const run = await check.started(thread, 'slow', { stream_mode: ['values'], stream_resumable: true });
      await check.setup('a run that is running', () => check.runWith(thread, run, 'running'));
      await check.events('GET', `/threads/${thread}/runs/${run}/stream`, undefined, {
        query: { cancel_on_disconnect: true },
        headers: { 'last-event-id': '-1' },
        readMs: check.scaled(1_000),
      });
      let status: unknown;
      const isCancelled = await check.eventually(async () => {
        status = statusOf(await check.object('GET', `/threads/${thread}/runs/${run}`));
        return status === 'interrupted';
      });
      expectThat(isCancelled, 'interrupted', status);
    },
  },
  {
    id: 'thread.stream',
    title: 'The runs of a thread are streamed as they come.',
    feature: 'thread.stream',
    route: 'GET /threads/{thread_id}/stream',
    reference: 'The events of runs that begin later, in one stream.',
    async run(check) {
      const thread = await check.thread();
      const body = check.runBody('plain', { stream_mode: ['values'], stream_resumable: true });
      const reading = check.events('GET', `/threads/${thread}/stream`, undefined, {
        query: { stream_mode: 'run_modes', stream_modes: 'run_modes' },
        until: ({ event }) => event === 'values',
        readMs: check.scaled(joinMs),
      });
      const running = check.pause(500).then(() => check.started(thread, 'plain', body));
      const [{ events }] = await Promise.all([reading, running.catch(() => '')]);
      const names = [...new Set(events.map(({ event }) => event))];
      expectThat(names.includes('values'), 'the values of the run', names);
    },
  },
];
