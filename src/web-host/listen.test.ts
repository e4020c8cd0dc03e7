import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

/** A server that the system forbids to listen on this port, as it does without administrator rights. */
function serverWithout(port: number) {
  const server = createServer();
  const listenReally = server.listen.bind(server);
  server.listen = ((options: { readonly port: number }, onListening: () => void) => {
    if (options.port !== port) return listenReally(options, onListening);
    const error = Object.assign(new Error('listen EACCES: permission denied'), { code: 'EACCES' });
    setImmediate(() => server.emit('error', error));
    return server;
  }) as typeof server.listen;
  return server;
}

it('says that a low port needs administrator rights', async () => {
  await expect(listen(serverWithout(81), '127.0.0.1', 81)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Port 81 needs administrator rights.',
  });
});

it('listens on another port if the system reserves the usual one, and says so', async () => {
  const server = serverWithout(4983);
  const { notice } = await listen(server, '127.0.0.1', null);
  server.close();
  expect(notice).toBe('Port 4983 is reserved by the system, so another one was chosen.');
});
