import { buildModules, builtModule } from '../built.mjs';

const parts = {
  index: 'packages/remote-graph/src/index.ts',
  client: 'packages/remote-graph/src/client.ts',
  testing: 'packages/remote-graph/src/testing.ts',
};

/** Builds the client from its sources, as a package would ship it. */
export const buildClient = () => buildModules('client', parts, [/^@langchain\//, /^node:/]);

/** @param {keyof typeof parts} part */
export const builtPart = (part) => builtModule('client', part);
