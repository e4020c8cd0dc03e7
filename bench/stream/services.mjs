// The studio's services for one server: read runs, store their logs, and serve them on a port.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtPart } from './built.mjs';

/** @param {string} url */
export async function startServices(url) {
  /** @type {typeof import('remote-graph-client/client')} */
  const { GraphClient } = await import(builtPart('client'));
  /** @type {typeof import('../../src/services/runs/create-runs.ts')} */
  const { createRuns } = await import(builtPart('runs'));
  /** @type {typeof import('../../src/shared/contract.ts')} */
  const { contract } = await import(builtPart('contract'));
  /** @type {typeof import('../../src/shared/rpc/server.ts')} */
  const { serve } = await import(builtPart('serve'));
  /** @type {typeof import('../../src/services/network/http-transport.ts')} */
  const { createHttpTransport } = await import(builtPart('link'));
  const trust = { caText: null, insecure: false };
  const transport = createHttpTransport({ trust, proxyFor: () => Promise.resolve(null) });
  const client = new GraphClient({ url, apiKey: null, fetch: transport.fetch });
  const dataFolder = mkdtempSync(join(tmpdir(), 'stream-bench-'));
  process.on('exit', () => rmSync(dataFolder, { recursive: true, force: true }));
  const runs = createRuns({
    clients: { get: () => Promise.resolve(client) },
    webhooks: { reserve: async () => ({ url: '', bind: () => undefined, release: () => undefined }) },
    platform: { dataFolder, log: (level, line) => console.error(level, line) },
  });
  return {
    dataFolder,
    /** @param {import('../../src/shared/rpc/port.ts').Port} port */
    serveOn(port) {
      // Only the runs part of the contract is called.
      const handlers = /** @type {never} */ ({ calls: runs.calls, streams: runs.streams });
      serve(contract, handlers, port, { onBug: (where, error) => console.error(where, error) });
    },
  };
}

/** The run of a thread, as a window names it. @param {string} threadId */
export const runOf = (threadId) => ({ connectionId: 'c', threadId, runId: 'run-1' });
