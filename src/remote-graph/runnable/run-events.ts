import type { StreamEvent } from '@langchain/core/tracers/log_stream';
import { matchesEventFilter, type StreamEventsFilter } from './event-filter.ts';
import type { StreamPart, RunInterrupts } from '../langchain/streaming/stream-parts.ts';

/** An event of a model, a tool or a chain inside of the remote graph, as the server tells it. */
export type RemoteEvent = StreamEvent;

/** The wanted events of a run that streams the mode `events`. */
export async function* runEvents(
  parts: AsyncGenerator<StreamPart, RunInterrupts, undefined>,
  filter: StreamEventsFilter,
): AsyncGenerator<RemoteEvent, void, undefined> {
  for await (const { mode, data } of parts)
    if (mode === 'events' && matchesEventFilter(data, filter)) yield data as RemoteEvent;
}

/** Events as server-sent events, in LangChain's form. */
export async function* encodeEventStream(
  events: AsyncGenerator<RemoteEvent, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const event of events) yield encoder.encode(`event: data\ndata: ${JSON.stringify(event)}\n\n`);
  yield encoder.encode('event: end\n\n');
}
