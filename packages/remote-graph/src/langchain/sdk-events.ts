import { Deferred } from '../async/deferred.ts';
import { ProtocolError } from '../errors.ts';
import { onAbort, untilAborted } from '../async/abort-signals.ts';
import { isProtocolEvent, protocolChannels, type ProtocolEvent } from '../resources/thread-protocol.ts';
import type { SdkThreadStream } from './sdk-types.ts';

// Events of a thread through the official SDK, from the first one that `isWanted` accepts. Opens the thread's
// stream on reading and always closes it, as its connections would stay open. Reads the listener because the
// SDK's subscription pauses at the end of each repeated run.
export async function* sdkEvents(
  open: () => SdkThreadStream,
  isWanted: (event: ProtocolEvent) => boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<ProtocolEvent, void, undefined> {
  signal?.throwIfAborted();
  const thread = open();
  const waiting: unknown[] = [];
  let nextChange = new Deferred<void>();
  let failure: { readonly error: unknown } | null = null;
  const stopListening = thread.onEvent((event) => {
    waiting.push(event);
    nextChange.resolve();
  });
  const stopWatching = thread.onError((error) => {
    failure = { error };
    nextChange.resolve();
  });
  const close = (): void => {
    // Not awaited: closing can take as long as a dead connection.
    thread.close().catch(() => {});
  };
  // Also while nobody awaits an event.
  const stopWaiting = onAbort(signal, close);
  try {
    await untilAborted(thread.subscribe({ channels: [...protocolChannels] }), signal);
    for (;;) {
      for (const event of waiting.splice(0)) {
        if (!isProtocolEvent(event))
          throw new ProtocolError('The event stream contains an invalid event.', '');
        if (isWanted(event)) yield event;
      }
      throwIf(failure);
      if (waiting.length > 0) continue;
      nextChange = new Deferred<void>();
      await untilAborted(nextChange.promise, signal);
    }
  } finally {
    stopWaiting();
    stopListening();
    stopWatching();
    close();
  }
}

function throwIf(failure: { readonly error: unknown } | null): void {
  if (failure) throw failure.error;
}
