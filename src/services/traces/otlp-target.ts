import { AppError } from '../../shared/app-error.ts';

/** Where spans are sent to. */
export interface OtlpTarget {
  readonly url: URL;
  readonly headers: readonly OtlpHeader[];
}

/** Its value may be a key, so no message repeats it. */
export interface OtlpHeader {
  readonly name: string;
  readonly value: string;
}

const signalPath = '/v1/traces';

/**
 * The address of the traces at a receiver: that of the receiver with `/v1/traces`, or one that ends so. Throws an `AppError`
 * (`invalid-input`). `isExact`: nothing is added to it.
 */
export function otlpTarget(
  typed: string,
  headers: readonly OtlpHeader[],
  { isExact = false } = {},
): OtlpTarget {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new AppError('invalid-input', 'The address for traces must start with http:// or https://.', {
      hint: 'For example http://127.0.0.1:4318 for a collector, http://127.0.0.1:6006 for Phoenix.',
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError('invalid-input', 'The address for traces contains a user name or password.', {
      hint: 'Send it as a header: authorization.',
    });
  }
  if (url.port === '4317') {
    throw new AppError('invalid-input', 'Port 4317 is that of OTLP over gRPC, which is not used here.', {
      hint: 'Name the port of OTLP over HTTP, usually 4318.',
    });
  }
  const checked = new Headers();
  for (const { name, value } of headers) {
    try {
      checked.set(name, value);
    } catch {
      throw new AppError(
        'invalid-input',
        'A header for traces has a name or value that HTTP does not allow.',
      );
    }
  }
  url.hash = '';
  if (isExact) return { url, headers };
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith(signalPath) ? path : path + signalPath;
  return { url, headers };
}
