// A proxy failure with one of Chromium's codes, all of which have messages.
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

export function unsupportedProxy(scheme: string): Error {
  return proxyError('ERR_PROXY_UNSUPPORTED', `proxies of the kind "${scheme}" are not supported`, null);
}

// Recognizes failures of the proxy, so that a proxy that is down does not read as a server that is. Returns
// other errors unchanged. undici has no codes for a proxy's responses.
export function toProxyError(cause: unknown, proxy: URL): unknown {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const code = 'code' in error ? error.code : undefined;
    const status = /^Proxy response \((\d+)\)/.exec(error.message)?.[1];
    if (status === '407' || error.message.startsWith('Proxy Authentication Required')) {
      return proxyError('ERR_PROXY_AUTH_REQUESTED', 'the proxy wants a name and a password (407)', cause);
    }
    if (status !== undefined) {
      const message = `the proxy answered ${status} when it was asked to connect to the server`;
      return proxyError('ERR_TUNNEL_CONNECTION_FAILED', message, cause);
    }
    // Only the CONNECT request to the proxy has a headers timeout here.
    if (code === 'UND_ERR_HEADERS_TIMEOUT') {
      return proxyError(
        'ERR_TUNNEL_CONNECTION_FAILED',
        'the proxy did not connect to the server in time',
        cause,
      );
    }
    const timedOutThere = code === 'UND_ERR_CONNECT_TIMEOUT' && error.message.includes(proxy.host);
    if (timedOutThere || (typeof code === 'string' && noConnection.has(code))) {
      return proxyError(
        'ERR_PROXY_CONNECTION_FAILED',
        `the proxy ${proxy.host} does not answer (${code})`,
        cause,
      );
    }
  }
  return cause;
}
