export { createSessions } from './http/sessions.ts';
export type { FallbackRoute } from './http/http-server.ts';
export { sendResponse } from './http/responses.ts';
export { pageWithNonce } from './http/static-files.ts';
export { startInTerminal } from './start-in-terminal.ts';
export { startWebHost, type WebHost, type WebHostOptions } from './start-web-host.ts';
export { showInTerminal, stayForWebhooks } from './terminal.ts';
export { readWebHostEnvironment } from './web-host-environment.ts';
