import { isObject } from '../http/response-checks.ts';

/** Which events are wanted, by name, kind (`chain`, `chat_model`, `tool`, ...) and tag. */
export interface StreamEventsFilter {
  readonly includeNames?: readonly string[] | undefined;
  readonly includeTypes?: readonly string[] | undefined;
  readonly includeTags?: readonly string[] | undefined;
  readonly excludeNames?: readonly string[] | undefined;
  readonly excludeTypes?: readonly string[] | undefined;
  readonly excludeTags?: readonly string[] | undefined;
}

/** True for an event that some include list names (or there is none), and no exclude list. */
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
