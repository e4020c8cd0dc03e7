import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import type { RequestLog } from './create-request-log.ts';

/** Sends a recorded read again, exactly as it was, with the key and headers of its server. */
export function createReplay(
  log: Pick<RequestLog, 'entry'>,
  clients: ServerClients,
): Pick<StudioHandlers['calls'], 'requests.replay'> {
  return {
    'requests.replay': async ({ id }, signal) => {
      const entry = log.entry(id);
      if (entry === null) {
        throw new AppError('not-found', 'This request is no longer stored.', {
          hint: 'Repeat the action that sent it.',
        });
      }
      const { connectionId, method, path, requestBody, replay } = entry;
      if (replay !== 'possible' || (method !== 'GET' && method !== 'POST')) {
        throw new AppError('invalid-input', 'This request can’t be sent again.', {
          hint:
            replay === 'incomplete'
              ? 'Part of it is not stored.'
              : 'Only requests that change nothing can be sent again.',
        });
      }
      await withServerClient(clients, connectionId, (client) =>
        client.meta.read({ method, path, bodyText: requestBody }, { signal, purpose: 'requests.replay' }),
      );
      return {};
    },
  };
}
