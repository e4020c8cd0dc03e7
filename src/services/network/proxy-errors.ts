/** A failure of the proxy's, with a code of Chromium's names: the studio has words for each (row C-7). */
function proxyError(code: string, message: string, cause: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

const noConnection = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
]);

/** For a kind of proxy that the studio can't use, such as SOCKS. */
export function unsupportedProxy(scheme: string): Error {
  return proxyError('ERR_PROXY_UNSUPPORTED', `proxies of the kind "${scheme}" are not supported`, null);
}

/**
 * What went wrong on the way through a proxy, told apart from what the server did: without this, a proxy that is down
 * reads as a server that is. Everything else comes back as it was. undici has no codes for what a proxy answers.
 */
export function toProxyError(thrown: unknown, proxy: URL): unknown {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code = 'code' in error ? error.code : undefined;
    const status = /^Proxy response \((\d+)\)/.exec(error.message)?.[1];
    if (status === '407' || error.message.startsWith('Proxy Authentication Required')) {
      return proxyError('ERR_PROXY_AUTH_REQUESTED', 'the proxy wants a name and a password (407)', thrown);
    }
    if (status !== undefined) {
      const message = `the proxy answered ${status} when it was asked to connect to the server`;
      return proxyError('ERR_TUNNEL_CONNECTION_FAILED', message, thrown);
    }
    // No request has a limit for its headers here, but for the one that asks the proxy to connect.
    if (code === 'UND_ERR_HEADERS_TIMEOUT') {
      return proxyError(
        'ERR_TUNNEL_CONNECTION_FAILED',
        'the proxy did not connect to the server in time',
        thrown,
      );
    }
    const timedOutThere = code === 'UND_ERR_CONNECT_TIMEOUT' && error.message.includes(proxy.host);
    if (timedOutThere || (typeof code === 'string' && noConnection.has(code))) {
      return proxyError(
        'ERR_PROXY_CONNECTION_FAILED',
        `the proxy ${proxy.host} does not answer (${code})`,
        thrown,
      );
    }
  }
  return thrown;
}
