import { expect, it } from 'vitest';
import { connectionError } from './connection-error.ts';

function handshakeFailure(message: string): Error {
  return Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error(`write EPROTO ${message}`), { code: 'EPROTO' }),
  });
}

it.each([
  // OpenSSL, in Node.
  [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'C0:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:..',
  ],
  [
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'C0:error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:..',
  ],
  [
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'C0:error:0A000102:SSL routines:tls_process:unsupported protocol:..',
  ],
  // BoringSSL, in Electron.
  [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    '10000f7:error:100000f7:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER:..',
  ],
  [
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    '1:error:1000042e:SSL routines:OPENSSL_internal:TLSV1_ALERT_PROTOCOL_VERSION:..',
  ],
  [
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    '1:error:100000f0:SSL routines:OPENSSL_internal:UNSUPPORTED_PROTOCOL:..',
  ],
  ['EPROTO', '1:error:10000410:SSL routines:OPENSSL_internal:SSLV3_ALERT_HANDSHAKE_FAILURE:..'],
])('a failed handshake is %s, whichever library reports it: %s', (code, message) => {
  const target = { method: 'GET', path: '/info' };
  expect(connectionError(target, handshakeFailure(message), { ms: 1, attempts: 1 }).code).toBe(code);
});

function systemError(syscall: string | undefined, code: string): Error {
  return Object.assign(new Error(`${syscall ?? ''} ${code}`), { code, ...(syscall && { syscall }) });
}

// As Node reports a host with several addresses: the code is that of the first.
function eachAddress(...errors: readonly [Error & { readonly code?: string }, ...Error[]]): AggregateError {
  return Object.assign(new AggregateError(errors), { code: errors[0].code });
}

it.each([
  ['connecting found no route', systemError('connect', 'EHOSTUNREACH'), true],
  ['connecting found no network', systemError('connect', 'ENETUNREACH'), true],
  ['connecting found the network down', systemError('connect', 'ENETDOWN'), true],
  ['connecting took too long', systemError('connect', 'ETIMEDOUT'), true],
  [
    'no address connected',
    eachAddress(systemError('connect', 'ENETUNREACH'), systemError('connect', 'ETIMEDOUT')),
    true,
  ],
  ['nothing listens', systemError('connect', 'ECONNREFUSED'), true],
  ['nothing listens, without a system call', systemError(undefined, 'ECONNREFUSED'), true],
  ['the name is not known', systemError('getaddrinfo', 'ENOTFOUND'), true],
  ['the name could not be looked up', systemError('getaddrinfo', 'EAI_AGAIN'), true],
  ['undici connected for too long', systemError(undefined, 'UND_ERR_CONNECT_TIMEOUT'), true],
  ['the handshake failed', systemError('write', 'EPROTO'), false],
  ['the route was lost while reading', systemError('read', 'EHOSTUNREACH'), false],
  ['the route was lost while writing', systemError('write', 'EHOSTUNREACH'), false],
  ['the network was lost while reading', systemError('read', 'ENETUNREACH'), false],
  ['the network went down while reading', systemError('read', 'ENETDOWN'), false],
  ['the answer took too long', systemError('read', 'ETIMEDOUT'), false],
  ['an open connection was refused', systemError('read', 'ECONNREFUSED'), false],
  ['a route is missing, nobody knows when', systemError(undefined, 'EHOSTUNREACH'), false],
  [
    'an address failed while reading',
    eachAddress(systemError('connect', 'EHOSTUNREACH'), systemError('read', 'EHOSTUNREACH')),
    false,
  ],
  ['no address was tried', Object.assign(new AggregateError([]), { code: 'EHOSTUNREACH' }), false],
  ['Chromium is offline', new Error('net::ERR_INTERNET_DISCONNECTED'), false],
  ['Chromium finds no route', new Error('net::ERR_ADDRESS_UNREACHABLE'), false],
  ['Chromium is refused', new Error('net::ERR_CONNECTION_REFUSED'), true],
])('knows whether a request was sent when %s', (_, cause, unsent) => {
  const target = { method: 'POST', path: '/threads/t/state' };
  const failed = new TypeError('fetch failed', { cause });
  expect(connectionError(target, failed, { ms: 1, attempts: 1 }).unsent).toBe(unsent);
});
