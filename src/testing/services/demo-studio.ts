import { createServices, type StudioServices } from '../../services/create-services.ts';
import { traceLimits } from '../../services/traces/create-traces.ts';
import type { ChildHandle } from '../../services/common/platform.ts';
import { sharedServer, type SharedServer } from '../shared-server.ts';
import { createLocalPlatform } from './local-platform.ts';
import { createMemoryVault } from './memory-vault.ts';

/** The back end with a demo server among its servers. */
export interface DemoStudio {
  readonly services: StudioServices;
  readonly connectionId: string;
  /** Runs a graph as another client would, and waits for its end. Returns its thread. */
  runGraph(graph: string, body: object): Promise<string>;
  /** Ends the back end and starts another one with its data, as its host does. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

// Its own demo server is not needed beside the shared one.
const noChild = (): ChildHandle => {
  const exits: ((code: number | null) => void)[] = [];
  return {
    pid: undefined,
    onMessage: () => undefined,
    onLine: () => undefined,
    onExit: (listener) => void exits.push(listener),
    postMessage: () => undefined,
    kill: () => exits.splice(0).forEach((listener) => listener(0)),
  };
};

/** `server`: one of its own, for tests that count all of its runs; by default the shared one. */
export async function createDemoStudio(traces = traceLimits, server?: SharedServer): Promise<DemoStudio> {
  const [{ url, token }, local] = await Promise.all([
    server ?? sharedServer('demo'),
    createLocalPlatform(noChild),
  ]);
  const platform = { ...local, vault: createMemoryVault() };
  let services = createServices(platform, { traces });
  const authorization = `Bearer ${token ?? ''}`;
  const { id: connectionId } = await services.handlers.calls['connections.save'](
    {
      id: null,
      name: 'demo graphs',
      url,
      key: { change: 'remove' },
      headers: [{ name: 'authorization', value: authorization }],
    },
    new AbortController().signal,
  );
  const post = async (route: string, body: object): Promise<string> => {
    const headers = { 'content-type': 'application/json', authorization };
    const response = await fetch(url + route, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.text();
  };
  return {
    get services() {
      return services;
    },
    connectionId,
    async runGraph(graph, body) {
      const { thread_id: threadId } = JSON.parse(await post('/threads', {})) as {
        readonly thread_id: string;
      };
      await post(`/threads/${threadId}/runs/wait`, { assistant_id: graph, ...body });
      return threadId;
    },
    async restart() {
      await services.stop();
      services = createServices(platform, { traces });
      services.start();
    },
    async stop() {
      await services.stop();
      await local.dispose();
    },
  };
}
