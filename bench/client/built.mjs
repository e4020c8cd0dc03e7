import { buildModules, builtModule } from '../built.mjs';

const parts = {
  index: 'src/remote-graph/index.ts',
  client: 'src/remote-graph/client.ts',
  sse: 'src/remote-graph/sse/sse-decoder.ts',
};

/** Builds the client from its sources, as a package would ship it. */
export const buildClient = () => buildModules('client', parts, [/^@langchain\//, /^node:/]);

/** @param {keyof typeof parts} part */
export const builtPart = (part) => builtModule('client', part);
