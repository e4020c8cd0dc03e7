/** Message for a failure below HTTP: the end of a sentence that starts with the server's name, and a hint. */
export interface NetworkErrorMessage {
  readonly message: string;
  readonly hint: string;
}

/**
 * Message for an error code of the network or TLS layer (row C-6), in Node's and OpenSSL's names; `url`: the
 * server's address, if known.
 */
export function networkErrorMessage(code: string, url: string | null): NetworkErrorMessage {
  const known = Object.hasOwn(table, code) ? table[code] : undefined;
  if (known) return code === 'ECONNREFUSED' ? { ...known, hint: refusedHint(url) } : known;
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
  'Ask whoever runs the server for the certificate of its authority, and add it to this connection.';

const tlsMismatch: NetworkErrorMessage = {
  message: 'The server does not speak TLS the way that was expected.',
  hint: 'If it serves plain HTTP, write http:// instead of https://.',
};

const unknownAuthority: NetworkErrorMessage = {
  message: "The server's certificate comes from an authority that this computer does not know.",
  hint: certificateHint,
};

const selfSigned: NetworkErrorMessage = {
  message: 'The server shows a certificate that it signed itself.',
  hint: 'If you know that it is the right one, add this very certificate to the connection.',
};

const tooOld: NetworkErrorMessage = {
  message: 'The server speaks only a version of TLS that is too old to be safe.',
  hint: 'It must be updated on the server: TLS 1.2 is the oldest that is used.',
};

const timedOut: NetworkErrorMessage = {
  message: 'The server did not answer the attempt to connect in time.',
  hint: 'Check that the address is right, that the server runs, and that no firewall or VPN is in the way.',
};

const unknownHost: NetworkErrorMessage = {
  message: 'There is no computer of that name.',
  hint: 'Check the host in the address, and the network.',
};

const cut: NetworkErrorMessage = {
  message: 'The connection was closed before the answer came.',
  hint: 'Try again. If it stays so, see whether the server runs and whether the address should be https.',
};

const noRoute: NetworkErrorMessage = {
  message: 'There is no route to the server.',
  hint: 'Check the network or VPN.',
};

const table: Readonly<Record<string, NetworkErrorMessage>> = {
  ECONNREFUSED: { message: 'Nothing listens at this address.', hint: '' },
  ENOTFOUND: unknownHost,
  EAI_NODATA: unknownHost,
  EAI_AGAIN: {
    message: 'The name of the server could not be looked up just now.',
    hint: 'Check that this computer is online.',
  },
  ECONNRESET: cut,
  EPIPE: cut,
  UND_ERR_SOCKET: cut,
  ECONNABORTED: cut,
  ETIMEDOUT: timedOut,
  UND_ERR_CONNECT_TIMEOUT: timedOut,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ENETDOWN: noRoute,
  EHOSTDOWN: noRoute,
  EADDRNOTAVAIL: noRoute,
  ERR_UNSAFE_PORT: {
    message: 'This port belongs to another protocol, and HTTP clients never connect to it.',
    hint: 'Check the port. If the server really uses it, start it on another one.',
  },
  CERT_HAS_EXPIRED: {
    message: "The server's certificate has expired.",
    hint: 'It must be renewed on the server. If it is new, check the clock of this computer.',
  },
  CERT_NOT_YET_VALID: {
    message: "The server's certificate is not valid yet.",
    hint: 'Check the clock of this computer.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    message: "The server's certificate is for another name.",
    hint: 'Use the name that is in the certificate, or check that the address is right.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: {
    message: "The server's certificate comes from a private authority that this computer does not trust.",
    hint: certificateHint,
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  CERT_REVOKED: { message: "The server's certificate was revoked.", hint: 'Tell whoever runs the server.' },
  CERT_SIGNATURE_FAILURE: {
    message: "The signature of the server's certificate is wrong.",
    hint: 'Something may stand between you and the server. Tell whoever runs it.',
  },
  ERR_SSL_UNSUPPORTED_PROTOCOL: tooOld,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: tooOld,
  ERR_PROXY_AUTH_REQUESTED: {
    message: 'The proxy wants a name and a password, or does not accept those that it got.',
    hint: 'Put them into the address of the proxy: http://name:password@host:port.',
  },
  ERR_PROXY_CONNECTION_FAILED: {
    message: 'The proxy that this computer is set to use does not answer.',
    hint: 'Check the address of the proxy, or leave this server out of it (NO_PROXY).',
  },
  ERR_TUNNEL_CONNECTION_FAILED: {
    message: 'The proxy could not connect to the server, or does not allow it.',
    hint: 'Check the address of the server, and that the proxy may reach its port.',
  },
  ERR_PROXY_UNSUPPORTED: {
    message: 'This computer is set to use a kind of proxy that the studio can not use.',
    hint: 'The studio uses HTTP and HTTPS proxies. Leave this server out of the proxy, or name another one.',
  },
};

/** Many servers listen on IPv4 or IPv6 only; for `localhost` both were tried (row C-11). */
function refusedHint(url: string | null): string {
  const host = url !== null && URL.canParse(url) ? new URL(url).hostname : '';
  if (host === 'localhost') {
    return 'Start the server, or check the port: neither 127.0.0.1 nor ::1 has anything there.';
  }
  if (host === '127.0.0.1') {
    return 'Start the server, or try localhost: it may listen on [::1] only.';
  }
  if (host === '[::1]') return 'Start the server, or try localhost: it may listen on 127.0.0.1 only.';
  return 'Check the port, and that the server runs.';
}
