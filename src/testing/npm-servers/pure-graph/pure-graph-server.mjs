import { pathToFileURL } from 'node:url';
import './packages.mjs';

// Not a package of the repository, so no import that its checks could resolve.
const library = '@langgraph-js/pure-graph';

/**
 * Serves graphs with pure-graph, as its page says, on loopback and with its data in memory.
 * @param {object} options
 * @param {Readonly<Record<string, string>>} options.graphs Files and what they export, as `/folder/file.mjs:name`.
 * @param {string} [options.token] Everything asks for it.
 * @param {number} [options.port] One of the system's if there is none.
 * @returns {Promise<string>} Its address.
 */
export async function servePureGraph({ graphs, token, port = 0 }) {
  const { registerGraph } = await import(library);
  const { handleRequest } = await import(`${library}/dist/adapter/fetch/index.js`);
  const { serve } = await import('@hono/node-server');
  for (const [name, spec] of Object.entries(graphs)) {
    const cut = spec.lastIndexOf(':');
    const module = await import(pathToFileURL(spec.slice(0, cut)).href);
    await registerGraph(name, module[spec.slice(cut + 1)]);
  }
  const answer = async (/** @type {Request} */ request) => {
    const isOpen = token === undefined || request.headers.get('authorization') === `Bearer ${token}`;
    if (!isOpen) return new Response('', { status: 401 });
    // The studio asks its demo server for it.
    if (token !== undefined && new URL(request.url).pathname === '/ok') return Response.json({ ok: true });
    return handleRequest(request);
  };
  return new Promise((resolve) => {
    serve({ fetch: answer, port, hostname: '127.0.0.1' }, (info) => resolve(`127.0.0.1:${info.port}`));
  });
}
