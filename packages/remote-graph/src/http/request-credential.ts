import { CredentialError } from '../errors.ts';

type CredentialHeaders = Readonly<Record<string, string>>;

/** Headers that expire, such as a token. An implementation may share one renewal among concurrent requests. */
export interface RequestCredential {
  /** The headers of the next request, renewed if they are about to expire. */
  headers(signal: AbortSignal | null): Promise<CredentialHeaders>;
  /** New headers in place of those that were refused with 401 or 403; `null` if there are no others. */
  renew(refused: CredentialHeaders, signal: AbortSignal | null): Promise<CredentialHeaders | null>;
}

/**
 * A `fetch` whose requests carry the headers of a credential. A request that is refused with 401 or 403 had no effect,
 * so it is sent once more with renewed headers. Rejects with {@link CredentialError} while there is no credential.
 */
export function fetchWithCredential(send: typeof fetch, credential: RequestCredential): typeof fetch {
  return async (input, init) => {
    const signal = init?.signal ?? null;
    const sendWith = (added: CredentialHeaders): Promise<Response> => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(added)) headers.set(name, value);
      return send(input, { ...init, headers });
    };
    const first = await obtain(() => credential.headers(signal), signal);
    const response = await sendWith(first);
    // A body that is read while it is sent can't be sent again.
    const isRepeatable = init?.body === undefined || init.body === null || typeof init.body === 'string';
    if ((response.status !== 401 && response.status !== 403) || !isRepeatable) return response;
    let renewed: CredentialHeaders | null;
    try {
      renewed = await obtain(() => credential.renew(first, signal), signal);
    } catch (error) {
      // With a 403 the credential may be valid and only lack the permission: then the server's answer says more.
      if (response.status === 403 && error instanceof CredentialError) return response;
      await response.body?.cancel().catch(() => {});
      throw error;
    }
    if (renewed === null) return response;
    await response.body?.cancel().catch(() => {});
    return sendWith(renewed);
  };
}

async function obtain<T>(work: () => Promise<T>, signal: AbortSignal | null): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted === true || error instanceof CredentialError) throw error;
    throw new CredentialError(error);
  }
}
