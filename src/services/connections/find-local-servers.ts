import pLimit from 'p-limit';
import { connect } from 'node:net';
import { GraphClient } from 'remote-graph-client/client';
import type { LocalCandidate } from '../../shared/model/local-candidate.ts';
import { createHttpTransport } from '../network/http-transport.ts';
import { checkServer } from './server-facts/health-check.ts';

// Ports that development servers listen on: 2024 and, if it is taken, the next ones (`langgraph dev`), 8123
// (`langgraph up`), and what web frameworks take by default.
export const usualPorts: readonly number[] = [
  ...Array.from({ length: 11 }, (_, index) => 2024 + index),
  8000,
  8001,
  8080,
  8123,
  8124,
  9123,
];

// Limits in milliseconds: this computer answers at once or does not listen, unless it is very busy.
const connectMs = 2000;
const checkMs = 5000;

// Looks for graph servers on this computer: which of the ports accept a connection on loopback, and answer like
// a graph server, without a key. Nothing leaves the computer. Only on request, because other programs see the
// connections.
export async function findLocalServers(
  signal: AbortSignal,
  ports: readonly number[] = usualPorts,
): Promise<readonly LocalCandidate[]> {
  const atMost = pLimit(8);
  const look = async (port: number): Promise<readonly LocalCandidate[]> => {
    for (const host of ['127.0.0.1', '[::1]']) {
      if (signal.aborted || !(await accepts(host, port))) continue;
      const candidate = await candidateAt(`http://${host}:${port}`, signal);
      if (candidate !== null) return [candidate];
    }
    return [];
  };
  return (await Promise.all(ports.map((port) => atMost(() => look(port))))).flat();
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/[[\]]/g, ''), port });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(connectMs, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

async function candidateAt(url: string, signal: AbortSignal): Promise<LocalCandidate | null> {
  const transport = createHttpTransport({
    trust: { caText: null, insecure: false },
    proxyFor: () => Promise.resolve(null),
  });
  try {
    const client = new GraphClient({ url, apiKey: null, retries: 0, fetch: transport.fetch });
    const noRoutes = () => Promise.resolve(null);
    const { state, server } = await checkServer(
      client,
      { url },
      'connections.find',
      signal,
      noRoutes,
      checkMs,
    );
    // A refusal alone could be any program's; `/info` shows that it is a graph server.
    const isServer = state === 'connected' || (state === 'needs-key' && server !== null);
    return isServer ? { url, version: server?.version ?? null, needsKey: state === 'needs-key' } : null;
  } finally {
    await transport.close();
  }
}
