import { buildDemoServer } from './demo-server.mjs';

/** vitest's global setup: tests start the demo server as it is built. */
export const setup = () => buildDemoServer();
