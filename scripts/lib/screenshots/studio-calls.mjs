/**
 * @typedef {import('../../../src/shared/contract.ts').StudioContract['calls']} Calls
 * @typedef {keyof Calls} Method
 */

/**
 * Makes one call of the contract over a socket of its own, with the session of the window: what takes many clicks to
 * set up is set up in one step. Throws with the studio's own words when the call fails.
 * @template {Method} M
 * @param {import('playwright').Page} page @param {M} method @param {import('zod').input<Calls[M]['input']>} input
 * @returns {Promise<import('zod').output<Calls[M]['result']>>}
 */
export function callStudio(page, method, input) {
  return page.evaluate(callOverSocket, { host: new URL(page.url()).host, method, input });
}

/**
 * Runs in the page.
 * @param {{ host: string, method: string, input: unknown }} call
 * @returns {Promise<any>}
 */
function callOverSocket({ host, method, input }) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${host}/socket`);
    const send = (/** @type {unknown} */ message) => socket.send(JSON.stringify(message));
    socket.addEventListener('open', () =>
      send({ type: 'auth', token: sessionStorage.getItem('studio.session') }),
    );
    socket.addEventListener('close', () => reject(new Error(`${method}: the socket was closed.`)));
    socket.addEventListener('message', ({ data }) => {
      // A long text follows the message's line, see `serializeMessage` in `shared/rpc/messages.ts`.
      const end = data.indexOf('\n');
      const message = JSON.parse(end === -1 ? data : data.slice(0, end));
      if (end !== -1) message.value[message.bulk] = data.slice(end + 1);
      if (message.type === 'ready') return send({ type: 'call', id: 1, method, input });
      if (message.type === 'result') resolve(message.value);
      else reject(new Error(`${method}: ${message.error?.message ?? data}`));
      socket.close();
    });
  });
}
