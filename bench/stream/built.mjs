import { buildModules, buildPages, builtModule } from '../built.mjs';

/** The code that an event passes through, from the server to the window's log. */
const parts = {
  client: 'packages/remote-graph/src/client.ts',
  link: 'src/services/network/http-transport.ts',
  runs: 'src/services/runs/create-runs.ts',
  contract: 'src/shared/contract.ts',
  bytes: 'src/shared/bytes.ts',
  serve: 'src/shared/rpc/server.ts',
  connect: 'src/shared/rpc/client.ts',
  socketPort: 'src/web-host/socket-port.ts',
  store: 'src/renderer/runs/model/run-log-store.ts',
  frames: 'src/renderer/runs/model/frame-list.ts',
};

/** Builds these parts from source, as both hosts ship them. */
export const buildParts = () => buildModules('stream', parts, [/^node:/, 'zod', 'ws', 'react', 'undici']);

/** @param {keyof typeof parts} part */
export const builtPart = (part) => builtModule('stream', part);

/** Builds the pages with the studio's event and message lists and its Node tab, and returns their folder. */
export const buildPage = () => buildPages('stream', ['index', 'messages', 'node']);
