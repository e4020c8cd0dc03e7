import { buildDemoServer } from './demo-server.mjs';
import { buildTestServer } from './test-server.mjs';

/** vitest's global setup: builds the servers that tests start. */
export async function setup() {
  await Promise.all([buildDemoServer(), buildTestServer()]);
}
