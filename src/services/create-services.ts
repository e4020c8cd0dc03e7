import type { StudioHandlers } from '../shared/contract.ts';
import { createAssistants } from './assistants/create-assistants.ts';
import { createAttention } from './attention/create-attention.ts';
import { createConnections } from './connections/create-connections.ts';
import { createFiles } from './files/create-files.ts';
import { forgettingCalls } from './forgetting-calls.ts';
import { guardHandlers } from './guard-handlers.ts';
import { createInbox } from './inbox/create-inbox.ts';
import { createKeptTexts } from './kept-texts/create-kept-texts.ts';
import { createLocalServer } from './local-server/create-local-server.ts';
import { createPictures } from './pictures/create-pictures.ts';
import type { Platform } from './platform.ts';
import { createRequestLog } from './request-log/create-request-log.ts';
import { createScrubber } from './request-log/scrubber.ts';
import { createRuns } from './runs/create-runs.ts';
import { noSessionCalls } from './no-session-calls.ts';
import { createThreads } from './threads/create-threads.ts';
import { createWebhooks } from './webhooks/create-webhooks.ts';
import { createWindowHealth } from './window-health/create-window-health.ts';

/** The whole back end of the studio: what a host serves, starts and stops. */
export interface StudioServices {
  readonly handlers: StudioHandlers;
  /** Starts the demo server and the webhook listener; both tell how it went through their streams. */
  start(): void;
  /** Ends everything that was started: processes, sockets, streams, timers. May be called more than once. */
  stop(): Promise<void>;
  /** Takes known secrets out of a text; for what a host writes down itself. */
  scrub(text: string): string;
}

/** Puts the services together on what a host supplies. Nothing runs before `start()`. */
export function createServices(host: Platform): StudioServices {
  const scrubber = createScrubber();
  const platform: Platform = { ...host, log: (level, message) => host.log(level, scrubber.scrub(message)) };

  const files = createFiles({ folder: platform.dataFolder });
  const keptTexts = createKeptTexts({ platform });
  const requestLog = createRequestLog({ scrubber });
  const localServer = createLocalServer({ platform });
  const connections = createConnections({ platform, files, localServer, requestLog, scrubber });
  const { clients } = connections;
  const webhooks = createWebhooks({ platform, clients, files });
  const pictures = createPictures({ platform });
  const assistants = createAssistants({ clients });
  const threads = createThreads({ clients });
  const watchConnections = connections.streams['connections.watch'];
  const inbox = createInbox({ clients, connections: (signal) => watchConnections({}, signal) });
  const attention = createAttention();
  const windowHealth = createWindowHealth({ files, platform });
  const runs = createRuns({
    clients,
    webhooks: webhooks.tokens,
    platform,
    attention,
    onChange: inbox.changed,
  });

  const forgetReturns = connections.onReturn((connectionId) => runs.serverIsBack(connectionId));

  const handlers: StudioHandlers = {
    calls: {
      ...keptTexts.calls,
      ...connections.calls,
      ...assistants.calls,
      ...threads.calls,
      ...runs.calls,
      ...forgettingCalls({ ...connections.calls, ...threads.calls }, runs, windowHealth, webhooks),
      ...inbox.calls,
      ...webhooks.calls,
      ...pictures.calls,
      ...noSessionCalls,
      'requests.response': async ({ id }) => ({ response: requestLog.response(id) }),
      ...windowHealth.calls,
      'localServer.restart': () => localServer.restart(),
    },
    streams: {
      ...attention.streams,
      ...windowHealth.streams,
      ...connections.streams,
      ...runs.streams,
      ...inbox.streams,
      ...webhooks.streams,
      'localServer.watch': (_input, signal) => localServer.watch(signal),
      'requests.watch': (_input, signal) => requestLog.watch(signal),
    },
  };

  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    forgetReturns();
    inbox.stop();
    attention.stop();
    windowHealth.stop();
    connections.stop();
    // The demo server last: what still talks to it should end by itself, not by a lost connection.
    await Promise.allSettled([runs.stop(), webhooks.stop()]);
    await connections.close();
    await localServer.stop();
  };

  return {
    handlers: guardHandlers(handlers, scrubber.scrub),
    start() {
      localServer.start();
      void webhooks.start();
    },
    stop: () => (stopping ??= stop()),
    scrub: scrubber.scrub,
  };
}
