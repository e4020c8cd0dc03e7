import type { JsonMembers, MemberKind } from './raw-members.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../shared/narrow.ts';

/** Members of a parsed value, none unless it is an object. */
export function parsedMembers(parsed: unknown): JsonMembers {
  return new ParsedMembers(parsed);
}

class ParsedMembers implements JsonMembers {
  readonly #members: Readonly<Record<string, unknown>>;

  constructor(parsed: unknown) {
    this.#members = recordOrEmpty(parsed);
  }

  kind(key: string): MemberKind {
    const value = this.#members[key];
    if (value === undefined) return 'missing';
    if (value === null) return 'null';
    if (typeof value !== 'object') return 'scalar';
    return Array.isArray(value) ? 'list' : 'object';
  }

  value(key: string): unknown {
    return this.#members[key] ?? null;
  }

  list(key: string): readonly JsonMembers[] {
    return arrayOrEmpty(this.#members[key]).map(parsedMembers);
  }

  object(key: string): JsonMembers | null {
    return this.kind(key) === 'object' ? new ParsedMembers(this.#members[key]) : null;
  }
}
