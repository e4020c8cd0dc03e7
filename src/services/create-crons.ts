import {
  GraphServerError,
  isUnsupportedRoute,
  rawTextOf,
  type CronPatch,
  type GraphClient,
  type WireCron,
} from 'remote-graph-client/client';
import { compactJson, memberText } from 'exact-json';
import { AppError } from '../shared/app-error.ts';
import type { CallsOf } from '../shared/contract.ts';
import type { Cron, CronList, CronSettings } from '../shared/model/cron.ts';
import { withServerClient, type ServerClients } from './common/server-clients.ts';
import { parseJsonInput } from './common/json-input.ts';
import { nonEmptyStringOrNull, timeOrNull } from './common/narrow.ts';
import { readCronSchedule } from './read-cron-schedule.ts';
import { recordOrEmpty } from '../shared/narrow.ts';

export interface Crons {
  readonly calls: CallsOf<'crons'>;
}

const maxCrons = 10_000;

/** Lists, creates and deletes the crons (schedules) of servers that have some (docs/protocol.md, Crons): hosted ones. */
export function createCrons({ clients }: { readonly clients: ServerClients }): Crons {
  // A missing route and a missing cron are both a 404, so that only routes without an ID tell.
  const onCrons = <T>(connectionId: string, work: (client: GraphClient) => Promise<T>): Promise<T> =>
    withServerClient(clients, connectionId, async (client) => {
      try {
        return await work(client);
      } catch (error) {
        throw isWithoutCrons(error) ? withoutCrons(error) : error;
      }
    });
  return {
    calls: {
      'crons.list': ({ connectionId }, signal) =>
        onCrons(connectionId, (client) => listCrons(client, signal)),
      'crons.create': ({ connectionId, assistantId, threadId, settings }, signal) =>
        onCrons(connectionId, async (client) => {
          const { schedule } = settings;
          refuseUnreadable(settings);
          const { endTime, ...rest } = contentOf(settings);
          // A new one has no end yet that `null` could take away.
          const content = { ...rest, schedule, ...(endTime == null ? {} : { endTime }) };
          const options = { signal, purpose: 'crons.create' };
          return mapped(
            threadId === null
              ? await client.crons.create(assistantId, content, options)
              : await client.crons.createForThread(threadId, assistantId, content, options),
          );
        }),
      'crons.update': ({ connectionId, cronId, settings: { enabled, ...settings }, expected }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          refuseUnreadable(settings);
          if (expected !== undefined) await refuseOverwriting(client, cronId, expected, signal);
          const content = {
            ...contentOf(settings),
            ...(enabled === undefined ? {} : { enabled }),
            // One that is left out is kept. Crons without one are in UTC.
            ...(settings.timezone === null ? { timezone: 'UTC' } : {}),
          };
          return mapped(await client.crons.update(cronId, content, { signal, purpose: 'crons.update' }));
        }),
      'crons.delete': ({ connectionId, cronId }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          await client.crons.delete(cronId, { signal, purpose: 'crons.delete' }).catch((error: unknown) => {
            if (!(error instanceof GraphServerError) || error.status !== 404) throw error;
          });
          return {};
        }),
      'crons.read': async ({ schedule, timezone, since }) =>
        readCronSchedule(schedule, timezone, since === null ? null : Date.parse(since), Date.now()),
    },
  };
}

// Servers take no condition with a change, so what another client writes right now is still overwritten.
async function refuseOverwriting(
  client: GraphClient,
  cronId: string,
  expected: Partial<CronSettings>,
  signal: AbortSignal,
): Promise<void> {
  const { crons } = await listCrons(client, signal);
  const now = crons.find((cron) => cron.cronId === cronId);
  // A deleted one is reported by the change itself.
  if (now === undefined) return;
  const changed = (Object.keys(settingNames) as (keyof CronSettings)[]).filter(
    (member) => member in expected && !isSameSetting(member, expected[member] ?? null, now[member]),
  );
  if (changed.length === 0) return;
  const names = changed.map((member) => settingNames[member]).join(', ');
  throw new AppError('conflict', `Another client has changed this cron: ${names}.`, {
    hint: 'Nothing was sent. Choose what to save.',
  });
}

const settingNames: Readonly<Record<keyof CronSettings, string>> = {
  schedule: 'schedule',
  timezone: 'time zone',
  endsAt: 'end',
  inputText: 'input',
  webhook: 'webhook',
};

function isSameSetting(member: keyof CronSettings, one: string | null, other: string | null): boolean {
  if (member === 'endsAt') return Date.parse(one ?? '') === Date.parse(other ?? '') || one === other;
  // An input that was never set is shown as an empty object.
  if (member === 'inputText') return compactJson(one ?? '{}') === compactJson(other ?? '{}');
  // Crons without a time zone are in UTC.
  if (member === 'timezone') return (one ?? 'UTC') === (other ?? 'UTC');
  return one === other;
}

async function listCrons(client: GraphClient, signal: AbortSignal): Promise<CronList> {
  const crons: Cron[] = [];
  const order = { sortBy: 'created_at', sortOrder: 'desc' } as const;
  for await (const wire of client.crons.searchAll(order, { signal, purpose: 'crons.list' })) {
    if (crons.length === maxCrons) return { crons, isCut: true };
    crons.push(mapped(wire));
  }
  return { crons, isCut: false };
}

function contentOf(settings: Partial<CronSettings>): CronPatch {
  const { schedule, timezone, endsAt, inputText, webhook } = settings;
  return {
    ...(schedule === undefined ? {} : { schedule }),
    ...(timezone == null ? {} : { timezone }),
    ...(endsAt === undefined ? {} : { endTime: endsAt }),
    ...(inputText == null ? {} : { input: parseJsonInput(inputText, 'The input') }),
    ...(webhook == null ? {} : { webhook }),
  };
}

// Nothing is sent that can never run. Servers may take other forms of schedules: only what is set here is checked.
function refuseUnreadable({ schedule, timezone = null }: Partial<CronSettings>): void {
  if (schedule === undefined) return;
  const { problem } = readCronSchedule(schedule, timezone, null, Date.now());
  if (problem === null) return;
  throw new AppError('invalid-input', `The schedule "${schedule}" can't be used: ${problem}`, {
    hint: 'Write five fields: minute, hour, day, month, weekday. Nothing was sent.',
    details: { where: 'The schedule' },
  });
}

function mapped(wire: WireCron): Cron {
  const record = recordOrEmpty(wire);
  const cronId = nonEmptyStringOrNull(record['cron_id']);
  if (cronId === null) throw new AppError('protocol', 'The server did not return a cron.');
  const payload = recordOrEmpty(record['payload']);
  const text = rawTextOf(wire);
  const inputText = memberText(memberText(text, 'payload') ?? '{}', 'input');
  return {
    cronId,
    assistantId:
      nonEmptyStringOrNull(record['assistant_id']) ?? nonEmptyStringOrNull(payload['assistant_id']),
    threadId: nonEmptyStringOrNull(record['thread_id']),
    schedule: nonEmptyStringOrNull(record['schedule']) ?? '',
    timezone: nonEmptyStringOrNull(record['timezone']),
    enabled: typeof record['enabled'] === 'boolean' ? record['enabled'] : null,
    nextRunAt: timeOrNull(record['next_run_date']),
    endsAt: timeOrNull(record['end_time']),
    createdAt: timeOrNull(record['created_at']),
    updatedAt: timeOrNull(record['updated_at']),
    onRunCompleted: nonEmptyStringOrNull(record['on_run_completed']),
    webhook: nonEmptyStringOrNull(payload['webhook']),
    inputText: inputText === 'null' ? null : inputText,
    metadataText: memberText(text, 'metadata') ?? '{}',
  };
}

// The JavaScript server answers 500 "Not implemented".
function isWithoutCrons(error: unknown): boolean {
  if (isUnsupportedRoute(error)) return true;
  return error instanceof GraphServerError && error.status === 500 && /not implemented/i.test(error.message);
}

function withoutCrons(cause: unknown): AppError {
  return new AppError('unsupported', 'This server does not offer crons.', {
    hint: 'Hosted servers do. Here, start runs with your own scheduler.',
    cause,
  });
}
