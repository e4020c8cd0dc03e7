import { appCalls, appStreams, priceCalls, requestCalls } from './contract-calls/app-calls.ts';
import { runCalls, runStreams, serverRunCalls } from './contract-calls/run-calls.ts';
import { threadCalls, threadStreams, cloneCalls, cloneStreams } from './contract-calls/thread-calls.ts';
import { assistantCalls } from './contract-calls/assistant-calls.ts';
import { nothing, onThread } from './contract-calls/call-inputs.ts';
import { bugReportCalls } from './contract-calls/bug-report-calls.ts';
import { compareCalls } from './contract-calls/compare-calls.ts';
import { connectionCalls, connectionStreams } from './contract-calls/connection-calls.ts';
import { cronCalls } from './contract-calls/cron-calls.ts';
import { experimentCalls } from './contract-calls/experiment-calls.ts';
import { inputCalls } from './contract-calls/input-calls.ts';
import { notificationCalls, notificationStreams } from './contract-calls/notification-calls.ts';
import { projectCalls, projectStreams } from './contract-calls/project-calls.ts';
import { langsmithCalls } from './contract-calls/langsmith-calls.ts';
import { memoryCalls } from './contract-calls/memory-calls.ts';
import { recordingCalls, recordingStreams } from './contract-calls/recording-calls.ts';
import { runIndexCalls, runIndexStreams } from './contract-calls/run-index-calls.ts';
import { traceCalls, traceStreams } from './contract-calls/trace-calls.ts';
import { teamCalls, teamStreams } from './contract-calls/team-calls.ts';
import { sourceCalls } from './contract-calls/source-calls.ts';
import { webhookCalls } from './contract-calls/webhook-calls.ts';
import { call, stream, type Handlers } from './rpc/contract-types.ts';
import { ConnectionsSnapshot } from './model/connection.ts';
import { InboxSnapshot, InboxThreadDetail } from './model/inbox.ts';
import { LocalServerStatus, LocalServerUpdate } from './model/local-server.ts';
import { RequestLogChange } from './model/request-log.ts';
import { WebhookDeliveryChanges, WebhooksSnapshot } from './model/webhook.ts';

/**
 * All calls and streams between a window and the back end. Both hosts serve it, every view uses it, and
 * nothing else crosses. A name without a handler does not compile.
 */
export const contract = {
  calls: {
    ...appCalls,
    ...connectionCalls,
    ...projectCalls,
    ...sourceCalls,
    'demoServer.restart': call(nothing, LocalServerStatus),
    ...assistantCalls,
    ...threadCalls,
    ...cloneCalls,
    ...runCalls,
    ...serverRunCalls,
    ...runIndexCalls,
    ...inputCalls,
    ...experimentCalls,
    ...langsmithCalls,
    ...compareCalls,
    ...memoryCalls,
    ...cronCalls,
    /** Reads the lists of all connected servers again; resolves when done. */
    'inbox.refresh': call(nothing, nothing),
    /** A waiting thread's interrupts, without its values. */
    'inbox.thread': call(onThread, InboxThreadDetail),
    ...webhookCalls,
    ...requestCalls,
    ...bugReportCalls,
    ...recordingCalls,
    ...priceCalls,
    ...notificationCalls,
    ...traceCalls,
    ...teamCalls,
  },
  streams: {
    ...appStreams,
    ...notificationStreams,
    'connections.watch': stream(nothing, ConnectionsSnapshot),
    ...connectionStreams,
    ...threadStreams,
    ...runStreams,
    ...runIndexStreams,
    ...cloneStreams,
    /** Everything that waits for a person, over all connected servers. */
    'inbox.watch': stream(nothing, InboxSnapshot),
    'webhooks.watch': stream(nothing, WebhooksSnapshot),
    /** All deliveries, newest first, then what changes. */
    'webhooks.deliveries': stream(nothing, WebhookDeliveryChanges),
    'demoServer.watch': stream(nothing, LocalServerUpdate),
    /** All requests that are kept, then what changes. */
    'requests.watch': stream(nothing, RequestLogChange),
    ...projectStreams,
    ...recordingStreams,
    ...traceStreams,
    ...teamStreams,
  },
};

export type StudioContract = typeof contract;

/** Handlers of the whole contract, created by `createServices` and served by every host. */
export type StudioHandlers = Handlers<StudioContract>;

type ResourceOf<Name> = Name extends `${infer Resource}.${string}` ? Resource : never;

export type CallsOf<R extends ResourceOf<keyof StudioHandlers['calls']>> = Pick<
  StudioHandlers['calls'],
  Extract<keyof StudioHandlers['calls'], `${R}.${string}`>
>;

export type StreamsOf<R extends ResourceOf<keyof StudioHandlers['streams']>> = Pick<
  StudioHandlers['streams'],
  Extract<keyof StudioHandlers['streams'], `${R}.${string}`>
>;
