import { ConnectionError, type RequestPlace } from './errors.ts';

/** Codes that say: no byte of the request left for a server. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_UNSAFE_PORT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_UNSAFE_PORT',
]);

/** Chromium's network stack has its own names; they are told as Node's, so that callers know one set. */
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

const words = new Map([
  ['ECONNREFUSED', 'nothing listens at this address.'],
  ['ENOTFOUND', 'the host name is not known.'],
  ['EAI_AGAIN', 'the host name could not be looked up.'],
  ['ECONNRESET', 'the connection was cut.'],
  ['UND_ERR_SOCKET', 'the connection was cut.'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the host did not take the connection in time.'],
  ['EHOSTUNREACH', 'the host can not be reached.'],
  ['ENETUNREACH', 'there is no network.'],
  ['ERR_UNSAFE_PORT', 'fetch never connects to this port.'],
  ['ERR_UNSAFE_PORT', 'fetch refuses this port, which belongs to another protocol.'],
]);

/** The typed form of what `fetch` or a body's reader threw. */
export function connectionError(place: RequestPlace, thrown: unknown): ConnectionError {
  const code = codeOf(thrown);
  const said = words.get(code) ?? (thrown instanceof Error ? deepestMessage(thrown) : String(thrown));
  return new ConnectionError(place, code, unsentCodes.has(code), said, thrown);
}

function codeOf(thrown: unknown): string {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    // The fetch standard keeps ports of other protocols out of reach; Node says so without a code.
    if (error.message === 'bad port') return 'ERR_UNSAFE_PORT';
    const chromium = /net::(ERR_[A-Z_]+)/.exec(error.message)?.[1];
    if (chromium !== undefined) return chromiumCodes.get(chromium) ?? chromium;
    // The words of the fetch standard's blocked ports in Node, which has no code for it.
    if (error.message === 'bad port') return 'ERR_UNSAFE_PORT';
  }
  return 'UNKNOWN';
}

function deepestMessage(error: Error): string {
  return error.cause instanceof Error ? deepestMessage(error.cause) : error.message;
}
