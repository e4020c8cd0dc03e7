// The health check of the container: whether the web host answers. Reads the same variables as the web host.
import { networkInterfaces } from 'node:os';

const { REMOTE_GRAPH_STUDIO_ADDRESS: named = '127.0.0.1', REMOTE_GRAPH_STUDIO_PORT: port = '4983' } =
  process.env;
const own = Object.values(networkInterfaces())
  .flat()
  .find(({ internal, family }) => !internal && family === 'IPv4');
const address = named === 'network' ? (own?.address ?? '127.0.0.1') : named;
const host = address.includes(':') ? `[${address}]` : address;

const abort = new AbortController();
const timer = setTimeout(() => abort.abort(new Error('The web host did not answer within 4 s.')), 4_000);
try {
  const response = await fetch(`http://${host}:${port}/`, { signal: abort.signal });
  // A studio for a team has a page only for those who come through its proxy.
  if (!response.ok && response.status !== 401)
    throw new Error(`The web host answered with ${response.status}.`);
  await response.body?.cancel();
} catch (error) {
  process.stderr.write(`${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
} finally {
  clearTimeout(timer);
}
