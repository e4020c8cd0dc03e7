import { GraphServerError, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { StoredChannel, StorageAmount, ThreadStorage } from '../../shared/model/thread-storage.ts';
import { isRecord, recordOrEmpty } from '../../shared/narrow.ts';

const maxChannels = 500;
const maxNameLength = 1000;

/** Reads what a thread takes in the server's store. Throws `unsupported` on servers that do not say. */
export async function readThreadStorage(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<ThreadStorage> {
  const options = { signal, purpose: 'threads.storage' };
  try {
    return toThreadStorage(await client.threads.storage(threadId, options));
  } catch (error) {
    if (!(error instanceof GraphServerError) || ![404, 405, 501].includes(error.status)) throw error;
    // A missing thread and a missing route are both a 404.
    if (error.status === 404) await client.threads.get(threadId, options);
    throw new AppError('unsupported', 'This server does not report how much its threads store.', {
      hint: 'Servers with the API of LangGraph report it since version 0.16, if they use their built-in checkpointer.',
      details: { status: String(error.status) },
      cause: error,
    });
  }
}

/** The storage in a server's response, each member on its own: what is not a count is unknown. */
export function toThreadStorage(wire: unknown): ThreadStorage {
  const storage = recordOrEmpty(wire);
  const { by_channel: byChannel } = recordOrEmpty(storage['channel_values']);
  const channels = isRecord(byChannel)
    ? Object.entries(byChannel).map(([name, stored]) => toChannel(name, recordOrEmpty(stored)))
    : null;
  channels?.sort((one, other) => (other.bytes ?? -1) - (one.bytes ?? -1));
  return {
    totalBytes: amountOrNull(storage['total_bytes']),
    checkpoints: toPart(storage['checkpoints']),
    channelValues: toPart(storage['channel_values']),
    pendingWrites: toPart(storage['pending_writes']),
    channels: channels?.slice(0, maxChannels) ?? null,
    moreChannels: Math.max(0, (channels?.length ?? 0) - maxChannels),
  };
}

function toChannel(name: string, stored: Readonly<Record<string, unknown>>): StoredChannel {
  return {
    name: name.slice(0, maxNameLength),
    versions: amountOrNull(stored['versions']),
    bytes: amountOrNull(stored['bytes']),
  };
}

function toPart(wire: unknown): StorageAmount {
  const { count, bytes } = recordOrEmpty(wire);
  return { count: amountOrNull(count), bytes: amountOrNull(bytes) };
}

function amountOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
