// The demo server's process with the server that npm calls latest in it: tests start it in the place of the built one.
import { resolve } from 'node:path';
import './packages.mjs';

await import('../../../../resources/demo-server/entry.mjs');

// The built demo server has its project beside it. No message comes before this listener: they are read in a later turn.
const projectFolder = resolve(import.meta.dirname, '../../../../resources/demo');
process.prependListener('message', (message) => {
  if (message?.type === 'start') Object.assign(message, { projectFolder });
});
