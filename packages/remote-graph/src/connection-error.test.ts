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
