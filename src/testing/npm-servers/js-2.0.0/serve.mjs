// The child process of `startRealServer` with the server that npm calls latest.
import './packages.mjs';

await import('../../real-server/serve.mjs');
