export { createSessions } from './sessions.ts';
export type { FallbackRoute } from './http-server.ts';
export { sendResponse } from './responses.ts';
export { pageWithNonce } from './static-files.ts';
export { startInTerminal } from './start-in-terminal.ts';
export { startWebHost, type WebHost, type WebHostOptions } from './start-web-host.ts';
export { showInTerminal, stayForWebhooks } from './terminal.ts';
export { readWebHostEnvironment } from './web-host-environment.ts';
