import type { Connection } from '../../shared/model/connection.ts';
import type { StudioLink } from '../../shared/model/studio-link.ts';
import type { LinkServices } from '../../web-host/start-web-host.ts';
import type { CliContext } from '../context.ts';
import { createCall } from './confirm-writes.ts';
import { findAssistant } from './pick-assistant.ts';
import { resolveThread } from './resolve-thread.ts';

interface WantedPlace {
  readonly threadId: string | null;
  readonly assistant: string | null;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Where the window opens on a server. One that was typed by its address is added to the list without a key: who starts the
 * studio at an address has chosen it, unlike who follows a link. Throws `AppError`: `invalid-input` for what is no address.
 */
export async function serverLink(
  { handlers }: LinkServices,
  server: Connection | string,
  { threadId, assistant }: WantedPlace,
  { signal, terminal }: CliContext,
): Promise<StudioLink> {
  const hints = { write: '', destroy: '' };
  const call = createCall(handlers, { confirms: () => false, typedName: null, hints }, signal);
  const connection =
    typeof server === 'string'
      ? await call('connections.save', {
          id: null,
          name: '',
          url: server,
          key: { change: 'remove' },
          headers: [],
        })
      : server;
  if (typeof server === 'string') terminal.note(`${connection.name} was added to the servers.`);
  const { id: connectionId, name, url } = connection;
  const assistantId =
    assistant === null || uuid.test(assistant)
      ? assistant
      : findAssistant(await call('assistants.list', { connectionId }), assistant, name).assistantId;
  return {
    baseUrl: url ?? '',
    ...(threadId === null ? {} : { threadId: await resolveThread(call, connectionId, threadId) }),
    ...(assistantId === null ? {} : { assistantId }),
  };
}
