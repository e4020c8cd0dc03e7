import { toJsonPointer, type JsonDifference } from 'exact-json';
import { RawJson } from './json-document.ts';

/** A difference as JSON; its path is a JSON pointer. */
export function differenceDocument({ path, kind, before, after, from }: JsonDifference) {
  return {
    path: toJsonPointer(path),
    kind,
    from,
    before: before === null ? null : new RawJson(before),
    after: after === null ? null : new RawJson(after),
  };
}
