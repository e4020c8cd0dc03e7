import type { GraphClient } from 'remote-graph-client/client';
import { createAssistants } from '../../services/assistants/create-assistants.ts';
import { createTestDemoServer } from './demo-server.ts';
import type { LocalServer } from '../../services/projects/server/local-server.ts';
import { createRuns, type Runs } from '../../services/runs/create-runs.ts';
import type { ServerClients } from '../../services/common/server-clients.ts';
import { createThreads, type Threads } from '../../services/threads/create-threads.ts';
import { decodeFrames } from '../../shared/model/frame-block-codec.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import type { RunTrigger, RunRequest } from '../../shared/model/run-request.ts';
import type { RunEnd, RunFrame } from '../../shared/model/run.ts';
import type { CheckpointSummary, ThreadState } from '../../shared/model/thread.ts';
import { createLocalPlatform, type LocalPlatform } from './local-platform.ts';
import { sharedServer } from '../shared-server.ts';
import { clientsFor } from './clients-for.ts';

/** The connection of all calls. */
export const connectionId = 'demo';

/** For calls that are not cancelled. */
export const { signal } = new AbortController();

/** The services on a demo server, with helpers for tests. */
export interface DemoServices {
  readonly platform: LocalPlatform;
  readonly clients: ServerClients;
  /** Direct access to the server. */
  readonly client: GraphClient;
  readonly assistants: ReturnType<typeof createAssistants>['calls'];
  readonly threads: Threads['calls'];
  readonly runs: Runs;
  /** Ends the runs service, and starts it again on the same data folder. */
  restart(): Promise<void>;
  newThread(graphId: string): Promise<string>;
  /** Starts a run of a graph and returns its ID. */
  start(graphId: string, threadId: string, trigger: RunTrigger, rest?: Partial<RunRequest>): Promise<string>;
  /** Reads a run from its first event to its end. */
  follow(threadId: string | null, runId: string, from?: Runs): Promise<ReadRun>;
  /** Follows a run, and those that continue it, until the studio stops. */
  followToStop(threadId: string, runId: string, from?: Runs): Promise<FollowedRuns>;
  /** Starts a run and reads it to its end. */
  run(graphId: string, threadId: string, trigger: RunTrigger, rest?: Partial<RunRequest>): Promise<ReadRun>;
  /** The newest state, or that of a checkpoint. */
  stateAt(threadId: string, checkpointId?: string | null, checkpointNs?: string): Promise<ThreadState>;
  /** The whole history, newest first. Heavy checkpoints come in small pages. */
  historyOf(threadId: string): Promise<CheckpointSummary[]>;
  stop(): Promise<void>;
}

/** The events of a run, and its outcome. */
export interface ReadRun {
  readonly runId: string;
  readonly frames: readonly RunFrame[];
  readonly end: RunEnd | null;
}

/** Runs of which each continues the one before it. */
export interface FollowedRuns {
  readonly runs: readonly string[];
  /** Tasks of the top level that started. */
  readonly ran: readonly string[];
  readonly end: RunEnd | null;
}

export function inputTrigger(value: object): RunTrigger {
  return { kind: 'input', inputText: JSON.stringify(value) };
}

/** An input for a run without delays, unless it sets some. */
export function instantInputTrigger(value: object): RunTrigger {
  return inputTrigger({ pace: 0, ...value });
}

/**
 * The services on the shared demo server, or with `ownServer` on a private one, for tests that count all of
 * its threads.
 */
export async function startDemoServices({ ownServer = false } = {}): Promise<DemoServices> {
  const platform = await createLocalPlatform();
  const demoServer = ownServer ? startOwnServer(platform) : null;
  const access = await (demoServer === null ? sharedServer('demo') : demoServer.access());
  const clients = clientsFor(access.url, { headers: { authorization: `Bearer ${access.token}` } });
  const threads = createThreads({ clients }).calls;
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  let runs = createRuns({ clients, webhooks: { reserve }, platform });

  const historyFrom = async (threadId: string, before: string | null): Promise<CheckpointSummary[]> => {
    const page = await threads['threads.history']({ connectionId, threadId, before, limit: 50 }, signal);
    return [...page.checkpoints, ...(page.before === null ? [] : await historyFrom(threadId, page.before))];
  };
  const demo: DemoServices = {
    platform,
    clients,
    client: await clients.get(connectionId),
    assistants: createAssistants({ clients }).calls,
    threads,
    get runs() {
      return runs;
    },
    async restart() {
      await runs.stop();
      runs = createRuns({ clients, webhooks: { reserve }, platform });
    },
    async newThread(graphId) {
      return (await threads['threads.create']({ connectionId, graphId, name: null }, signal)).threadId;
    },
    async start(graphId, threadId, trigger, rest = {}) {
      const runRef = { connectionId, assistantId: graphId, threadId, checkpointId: null, checkpointNs: '' };
      const request = { ...runRef, trigger, background: false, options: defaultRunOptions, ...rest };
      return (await runs.calls['runs.start'](request, signal)).runId;
    },
    async follow(threadId, runId, from = runs) {
      const frames: RunFrame[] = [];
      let end: RunEnd | null = null;
      for await (const batch of from.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
        frames.push(...decodeFrames(batch));
        end = batch.end;
      }
      return { runId, frames, end };
    },
    async followToStop(threadId, runId, from = runs) {
      const { end, frames } = await demo.follow(threadId, runId, from);
      const ran = frames.flatMap(({ mode, namespace, text }) => {
        const task = mode === 'tasks' && namespace.length === 0 ? (JSON.parse(text) as object) : {};
        return 'triggers' in task && 'name' in task ? [String(task.name)] : [];
      });
      if (end?.continuedBy === undefined) return { runs: [runId], ran, end };
      const rest = await demo.followToStop(threadId, end.continuedBy, from);
      return { runs: [runId, ...rest.runs], ran: [...ran, ...rest.ran], end: rest.end };
    },
    async run(graphId, threadId, trigger, rest) {
      return demo.follow(threadId, await demo.start(graphId, threadId, trigger, rest));
    },
    stateAt: (threadId, checkpointId = null, checkpointNs = '') =>
      threads['threads.state']({ connectionId, threadId, checkpointId, checkpointNs }, signal),
    historyOf: (threadId) => historyFrom(threadId, null),
    async stop() {
      await runs.stop();
      await demoServer?.stop();
      await platform.dispose();
    },
  };
  return demo;
}

function startOwnServer(platform: LocalPlatform): LocalServer {
  const server = createTestDemoServer(platform);
  server.start();
  return server;
}
