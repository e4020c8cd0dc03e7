import { ConnectionError, type RequestTarget, type AttemptStats } from './errors.ts';

// How a failure below HTTP affects retries. `unsent`: no byte of the request left. An error of the system call `connect` is
// unsent whatever its code; EHOSTUNREACH, ENETUNREACH, ENETDOWN and ETIMEDOUT also end connections that were open.
interface FailureKind {
  readonly unsent: boolean;
  // Retrying can't help.
  readonly isPermanent: boolean;
}

// oxlint-disable-next-line studio/no-module-state -- filled below, and then only read
const failureKinds = new Map<string, FailureKind>();

function register(kind: FailureKind, ...codes: readonly string[]): void {
  for (const code of codes) failureKinds.set(code, kind);
}

register(
  { unsent: true, isPermanent: false },
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_TUNNEL_CONNECTION_FAILED',
);
register(
  { unsent: true, isPermanent: true },
  'ERR_UNSAFE_PORT',
  'ERR_PROXY_AUTH_REQUESTED',
  'ERR_PROXY_UNSUPPORTED',
  // TLS handshake failures. Other TLS failures can come after the request was sent.
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
);

// Chromium's error names, mapped to Node's.
const chromiumCodes = new Map([
  ['ERR_CONNECTION_REFUSED', 'ECONNREFUSED'],
  ['ERR_NAME_NOT_RESOLVED', 'ENOTFOUND'],
  ['ERR_CONNECTION_RESET', 'ECONNRESET'],
  ['ERR_CONNECTION_CLOSED', 'ECONNRESET'],
  ['ERR_EMPTY_RESPONSE', 'ECONNRESET'],
  ['ERR_CONNECTION_TIMED_OUT', 'ETIMEDOUT'],
  ['ERR_ADDRESS_UNREACHABLE', 'EHOSTUNREACH'],
  ['ERR_INTERNET_DISCONNECTED', 'ENETUNREACH'],
  ['ERR_CERT_DATE_INVALID', 'CERT_HAS_EXPIRED'],
  ['ERR_CERT_AUTHORITY_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['ERR_CERT_COMMON_NAME_INVALID', 'ERR_TLS_CERT_ALTNAME_INVALID'],
]);

const messages = new Map([
  ['ENOTFOUND', 'the host name is not known.'],
  ['EAI_AGAIN', 'the host name could not be looked up.'],
  ['ECONNRESET', 'the connection was cut.'],
  ['UND_ERR_SOCKET', 'the connection was cut.'],
  ['EHOSTUNREACH', 'the host is unreachable.'],
  ['ENETUNREACH', 'there is no network.'],
  ['ERR_UNSAFE_PORT', 'fetch blocks this port, which is reserved for another protocol.'],
]);

export function connectionError(target: RequestTarget, cause: unknown, spent: AttemptStats): ConnectionError {
  const error = codedError(cause);
  const code = networkErrorCode(cause);
  const reason = messages.get(code) ?? messageOf(code, error?.error ?? cause);
  return new ConnectionError(target, code, isUnsent(code, error?.error), reason, cause, spent);
}

function isUnsent(code: string, error: Error | undefined): boolean {
  // One per address that was tried.
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  if (errors.length > 0 && errors.every((one) => syscallOf(one) === 'connect')) return true;
  // A router may refuse the packets of an open connection.
  if (code === 'ECONNREFUSED' && errors.some((one) => /^(read|write)/.test(syscallOf(one)))) return false;
  return failureKinds.get(code)?.unsent ?? false;
}

function syscallOf(error: unknown): string {
  return error instanceof Error && 'syscall' in error ? String(error.syscall) : '';
}

/** Whether retrying can't help: a certificate, a blocked port, a proxy that requires a password. */
export function isPermanentFailure({ code }: ConnectionError): boolean {
  return failureKinds.get(code)?.isPermanent ?? false;
}

/** The code of the error that made a request fail, with any `fetch`, by Node's name; `UNKNOWN` if it has none. */
export function networkErrorCode(cause: unknown): string {
  return codedError(cause)?.code ?? 'UNKNOWN';
}

function codedError(cause: unknown): { readonly code: string; readonly error: Error } | null {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return { code: spelled(error.code, error), error };
    // The fetch standard blocks ports of other protocols; Node reports it without a code.
    if (error.message === 'bad port') return { code: 'ERR_UNSAFE_PORT', error };
    const chromium = /net::(ERR_[A-Z_]+)/.exec(error.message)?.[1];
    if (chromium !== undefined) return { code: chromiumCodes.get(chromium) ?? chromium, error };
  }
  return null;
}

// A handshake that fails while writing is an EPROTO; only its message shows it, as OpenSSL (`wrong version
// number`) or Electron's BoringSSL (`WRONG_VERSION_NUMBER`) spells it.
function spelled(code: string, { message }: Error): string {
  if (code !== 'EPROTO') return code;
  if (/protocol[ _]version|unsupported[ _]protocol/i.test(message))
    return 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION';
  return /wrong[ _]version[ _]number|packet[ _]length[ _]too[ _]long/i.test(message)
    ? 'ERR_SSL_WRONG_VERSION_NUMBER'
    : code;
}

function messageOf(code: string, error: unknown): string {
  if (code === 'ECONNREFUSED') return `nothing is listening at ${triedAddresses(error)}.`;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'the connection timed out.';
  return error instanceof Error ? deepestMessage(error) : String(error);
}

// A name may resolve to several addresses; Node tries them all and reports one error each.
function triedAddresses(error: unknown): string {
  const each: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const tried = each.flatMap((one) =>
    one instanceof Error && 'address' in one && 'port' in one
      ? [
          `${String(one.address).includes(':') ? `[${String(one.address)}]` : String(one.address)}:${String(one.port)}`,
        ]
      : [],
  );
  return tried.length === 0 ? 'this address' : tried.join(' or at ');
}

function deepestMessage(error: Error): string {
  return error.cause instanceof Error ? deepestMessage(error.cause) : error.message;
}
