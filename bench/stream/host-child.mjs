// The web host's part of the window bench: the page's files, and the services on a socket. Exits with its
// parent.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { WebSocketServer } from 'ws';
import { builtPart } from './built.mjs';
import { startServices } from './services.mjs';

process.stdin.on('end', () => process.exit(0)).resume();

const [, , url = '', folder = ''] = process.argv;
/** @type {typeof import('../../src/web-host/socket-port.ts')} */
const { createSocketPort } = await import(builtPart('socketPort'));
const services = await startServices(url);
/** @type {Record<string, string>} */
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://x').pathname;
  const file = path === '/' ? 'index.html' : normalize(path).replace(/^[/.]+/, '');
  try {
    const bytes = await readFile(join(folder, file));
    response.setHeader(
      'content-type',
      types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    );
    response.end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, request) => {
  services.serveOn(createSocketPort(socket, request.socket));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
