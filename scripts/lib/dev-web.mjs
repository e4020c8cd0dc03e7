import { readFile } from 'node:fs/promises';
import { createServer as createNetServer } from 'node:net';
import { relative, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { inRoot, root } from './paths.mjs';

/** Folders whose code runs in the back end. */
const backEnd = ['web-host', 'services', 'shared'];

/**
 * The web host with hot reload: the window comes from its source through Vite, and a change of the back end's source
 * starts the back end again on the same port, under the same session, so that open windows just reconnect.
 * @param {{ port: number | null, open: boolean }} options
 * @returns {Promise<() => Promise<void>>} Ends it.
 */
export async function startDevWeb({ port, open }) {
  const hmrPort = await freePort();
  const window = await createServer({
    configFile: false,
    root: inRoot('src/renderer'),
    cacheDir: inRoot('.cache/vite-window'),
    appType: 'custom',
    html: { cspNonce: '__CSP_NONCE__' },
    plugins: [react({ jsxImportSource: '#jsx' })],
    worker: { format: 'es' },
    server: {
      middlewareMode: true,
      cors: false,
      hmr: { host: '127.0.0.1', port: hmrPort, clientPort: hmrPort },
    },
  });
  const source = await createServer({
    configFile: false,
    root,
    cacheDir: inRoot('.cache/vite-back-end'),
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: {
      middlewareMode: true,
      hmr: false,
      ws: false,
      watch: { ignored: ['**/out/**', '**/.cache/**'] },
    },
  });
  /** Open windows keep their sessions over restarts. @type {import('../../src/web-host/sessions.ts').Sessions | null} */
  let sessions = null;

  const load = async () => {
    /** @type {typeof import('../../src/web-host/index.ts')} */
    const module = /** @type {never} */ (await source.ssrLoadModule(inRoot('src/web-host/index.ts')));
    /** @type {import('../../src/web-host/index.ts').FallbackRoute} */
    const fallback = async (request, response) => {
      const path = request.url?.split('?', 1)[0];
      if (path !== '/' && path !== '/index.html') {
        // Vite responds, or reports that it has nothing to serve.
        return window.middlewares(request, response, (/** @type {unknown} */ error) => {
          if (error) console.error(error);
          module.sendResponse(response, error ? 500 : 404, {}, '');
        });
      }
      const html = await readFile(inRoot('src/renderer/index.html'), 'utf8');
      const page = module.pageWithNonce(await window.transformIndexHtml('/', html), (nonce) =>
        devPolicy(nonce, hmrPort),
      );
      module.sendResponse(response, 200, page.headers, page.body);
    };
    sessions ??= module.createSessions();
    return { module, development: { files: { find: () => undefined }, fallback, sessions } };
  };

  let { module, development } = await load();
  let host = await module.startWebHost({ port, development });
  module.showInTerminal(
    { ...host, freshAddress: () => host.freshAddress(), openBrowser: () => host.openBrowser() },
    open,
  );

  const restart = async () => {
    const again = host.port;
    try {
      ({ module, development } = await load());
      await host.stop();
      host = await module.startWebHost({ port: again, development });
      console.log('Back end restarted.');
    } catch (error) {
      console.error('Back end not restarted:', error);
    }
  };
  let restarting = Promise.resolve();
  source.watcher.on('change', (path) => {
    const [top = '', folder = ''] = relative(root, path).split(sep);
    if (top === 'packages' || (top === 'src' && backEnd.includes(folder)))
      restarting = restarting.then(restart);
  });

  return async () => {
    await restarting;
    await Promise.all([host.stop(), window.close(), source.close()]);
  };
}

/** As the real policy, but with what hot reload needs: its inline script and its socket. @param {string} nonce @param {number} hmrPort */
function devPolicy(nonce, hmrPort) {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ws://127.0.0.1:${hmrPort}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createNetServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
