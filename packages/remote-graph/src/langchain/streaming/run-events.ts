import { isObject } from '../../http/response-checks.ts';
import type { StreamEvent } from '@langchain/core/tracers/log_stream';
import type { StreamPart, RunInterrupts } from './stream-parts.ts';

/** Selects events by name, kind (`chain`, `chat_model`, `tool`, ...) and tag. */
export interface StreamEventsFilter {
  readonly includeNames?: readonly string[] | undefined;
  readonly includeTypes?: readonly string[] | undefined;
  readonly includeTags?: readonly string[] | undefined;
  readonly excludeNames?: readonly string[] | undefined;
  readonly excludeTypes?: readonly string[] | undefined;
  readonly excludeTags?: readonly string[] | undefined;
}

// Whether an event is in some include list (or there is none) and in no exclude list.
export function matchesEventFilter(event: unknown, filter: StreamEventsFilter): boolean {
  if (!isObject(event)) return false;
  const name = String(event['name']);
  const tags = Array.isArray(event['tags']) ? event['tags'].map(String) : [];
  const kind = /^on_(.*)_[a-z]+$/.exec(String(event['event']))?.[1] ?? '';
  const includes = [
    filter.includeNames?.includes(name),
    filter.includeTypes?.includes(kind),
    filter.includeTags && tags.some((tag) => filter.includeTags?.includes(tag)),
  ].filter((answer) => answer !== undefined);
  const excluded =
    filter.excludeNames?.includes(name) === true ||
    filter.excludeTypes?.includes(kind) === true ||
    tags.some((tag) => filter.excludeTags?.includes(tag));
  return !excluded && (includes.length === 0 || includes.includes(true));
}

/** An event of a model, tool or chain inside the remote graph, as the server sends it. */
export type RemoteEvent = StreamEvent;

/** The matching events of a run that streams the mode `events`. */
export async function* runEvents(
  parts: AsyncGenerator<StreamPart, RunInterrupts, undefined>,
  filter: StreamEventsFilter,
): AsyncGenerator<RemoteEvent, void, undefined> {
  for await (const { mode, data } of parts)
    if (mode === 'events' && matchesEventFilter(data, filter)) yield data as RemoteEvent;
}

/** Encodes events as server-sent events, in LangChain's form. */
export async function* encodeEventStream(
  events: AsyncGenerator<RemoteEvent, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const event of events) yield encoder.encode(`event: data\ndata: ${JSON.stringify(event)}\n\n`);
  yield encoder.encode('event: end\n\n');
}
