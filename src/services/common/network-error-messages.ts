// Message for a failure below HTTP: the end of a sentence that starts with the server's name, and a hint.
interface NetworkErrorMessage {
  readonly message: string;
  readonly hint: string;
}

// Message for an error code of the network or TLS layer, in Node's and OpenSSL's names; `url`: the
// server's address, if known.
export function networkErrorMessage(code: string, url: string | null): NetworkErrorMessage {
  const message = Object.hasOwn(table, code) ? table[code] : undefined;
  if (message) return code === 'ECONNREFUSED' ? { ...message, hint: refusedHint(url) } : message;
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return tlsMismatch;
  if (code.startsWith('CERT_') || code.startsWith('ERR_TLS_')) {
    return { message: `The server's certificate was not accepted (${code}).`, hint: certificateHint };
  }
  return {
    message: `The server could not be reached (${code}).`,
    hint: 'Check the address and the network.',
  };
}

const certificateHint =
  "Ask the server's administrator for the certificate of its authority, and add it to this connection.";

const tlsMismatch: NetworkErrorMessage = {
  message: 'The TLS handshake failed.',
  hint: 'If the server uses plain HTTP, enter http:// instead of https://.',
};

const unknownAuthority: NetworkErrorMessage = {
  message: "The server's certificate is signed by an unknown authority.",
  hint: certificateHint,
};

const selfSigned: NetworkErrorMessage = {
  message: "The server's certificate is self-signed.",
  hint: 'If you trust it, add this certificate to the connection.',
};

const tooOld: NetworkErrorMessage = {
  message: 'The server only supports TLS versions that are not secure.',
  hint: 'Update TLS on the server: version 1.2 or newer is required.',
};

const timedOut: NetworkErrorMessage = {
  message: 'The connection to the server timed out.',
  hint: 'Check the address, that the server is running, and that no firewall or VPN blocks it.',
};

const unknownHost: NetworkErrorMessage = {
  message: 'The host name was not found.',
  hint: 'Check the host name in the address, and the network.',
};

const closedEarly: NetworkErrorMessage = {
  message: 'The server closed the connection before it responded.',
  hint: 'Try again. If it happens again, check that the server is running and whether the address should use https.',
};

const noRoute: NetworkErrorMessage = {
  message: 'The server is unreachable.',
  hint: 'Check the network or VPN.',
};

const table: Readonly<Record<string, NetworkErrorMessage>> = {
  ECONNREFUSED: { message: 'Connection refused: nothing is listening at this address.', hint: '' },
  ENOTFOUND: unknownHost,
  EAI_NODATA: unknownHost,
  EAI_AGAIN: {
    message: 'The host name could not be looked up.',
    hint: 'Check that this computer is online.',
  },
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  UND_ERR_SOCKET: closedEarly,
  ECONNABORTED: closedEarly,
  ETIMEDOUT: timedOut,
  UND_ERR_CONNECT_TIMEOUT: timedOut,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ENETDOWN: noRoute,
  EHOSTDOWN: noRoute,
  EADDRNOTAVAIL: noRoute,
  ERR_UNSAFE_PORT: {
    message: 'This port is reserved for another protocol and blocked for HTTP.',
    hint: 'Check the port. If the server uses it, start the server on another one.',
  },
  CERT_HAS_EXPIRED: {
    message: "The server's certificate has expired.",
    hint: 'Renew it on the server. If it is new, check the clock of this computer.',
  },
  CERT_NOT_YET_VALID: {
    message: "The server's certificate is not valid yet.",
    hint: 'Check the clock of this computer.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    message: "The server's certificate is for another host name.",
    hint: 'Use the host name in the certificate, or check the address.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: {
    message: "The server's certificate is signed by a private authority that this computer does not trust.",
    hint: certificateHint,
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  CERT_REVOKED: {
    message: "The server's certificate was revoked.",
    hint: "Contact the server's administrator.",
  },
  CERT_SIGNATURE_FAILURE: {
    message: "The signature of the server's certificate is invalid.",
    hint: "The connection may have been intercepted. Contact the server's administrator.",
  },
  ERR_SSL_UNSUPPORTED_PROTOCOL: tooOld,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: tooOld,
  ERR_PROXY_AUTH_REQUESTED: {
    message: 'The proxy requires a user name and password, or rejected the ones it got.',
    hint: 'Add them to the proxy address: http://name:password@host:port.',
  },
  ERR_PROXY_CONNECTION_FAILED: {
    message: 'The proxy of this computer is not responding.',
    hint: 'Check the proxy address, or exclude this server from it (NO_PROXY).',
  },
  ERR_TUNNEL_CONNECTION_FAILED: {
    message: 'The proxy could not connect to the server, or does not allow it to.',
    hint: 'Check the server address, and that the proxy may connect to its port.',
  },
  ERR_PROXY_UNSUPPORTED: {
    message: 'The proxy of this computer is of a kind that is not supported.',
    hint: 'Use an HTTP or HTTPS proxy, or exclude this server from it (NO_PROXY).',
  },
};

// Many servers listen on IPv4 or IPv6 only; for `localhost` both were tried.
function refusedHint(url: string | null): string {
  const host = url !== null && URL.canParse(url) ? new URL(url).hostname : '';
  if (host === 'localhost') {
    return 'Start the server, or check the port: nothing is listening on 127.0.0.1 or ::1.';
  }
  if (host === '127.0.0.1') {
    return 'Start the server, or try localhost: it may be listening on [::1] only.';
  }
  if (host === '[::1]') return 'Start the server, or try localhost: it may be listening on 127.0.0.1 only.';
  return 'Check the port, and that the server is running.';
}
