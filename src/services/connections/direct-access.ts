import { AppError } from '../../shared/app-error.ts';
import { credentialFetch, type PooledClient } from './client-pool.ts';
import { recordingIsReadOnly } from './connection-errors.ts';

/**
 * How a server is reached: what a program needs that sends requests of its own.
 *
 * - `fetch`: Uses the server's proxy, certificates and time limits, and its credential.
 */
export interface DirectAccess {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
}

interface DirectAccessOptions {
  readonly pooled: (connectionId: string) => Promise<PooledClient>;
  readonly productionNameOf: (connectionId: string) => Promise<string | null>;
  readonly isRecording: (connectionId: string) => boolean;
}

/**
 * The write guard looks at single calls; whoever has direct access sends what it likes, deletions too. So it is given as
 * a deletion is: on a production server to who has typed its name.
 */
export function createDirectAccess({ pooled, productionNameOf, isRecording }: DirectAccessOptions) {
  return async (connectionId: string, typedName: string | null): Promise<DirectAccess> => {
    if (isRecording(connectionId)) throw recordingIsReadOnly();
    const name = await productionNameOf(connectionId);
    if (name !== null && typedName?.trim() !== name.trim()) {
      throw new AppError('confirmation-required', `${name} is marked as production. Nothing was sent.`, {
        hint: 'Confirm with the name of the server.',
      });
    }
    const { access, transport } = await pooled(connectionId);
    return {
      url: access.url,
      apiKey: access.key ?? undefined,
      headers: access.headers,
      fetch: credentialFetch(access.credential, transport),
    };
  };
}
