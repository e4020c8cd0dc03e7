import { memberText } from '../../exact-json/members.ts';
import { membersOf } from '../read-wire.ts';

/**
 * What a run was started with, of its record: servers keep it in `kwargs` (docs/protocol.md, Run records) or at the top
 * level of the record. `null` where the record does not tell.
 */
export function sentWith(wire: unknown): Readonly<Record<string, unknown>> | null {
  const record = membersOf(wire);
  if (record['kwargs'] !== undefined && record['kwargs'] !== null) return membersOf(record['kwargs']);
  return topLevel.some((name) => name in record) ? record : null;
}

/** The same as the exact text of an object; an empty one where the record does not tell. */
export function sentText(recordText: string): string {
  const kwargs = memberText(recordText, 'kwargs');
  return kwargs !== null && kwargs !== 'null' ? kwargs : recordText;
}

/** The id of the request that started a run: in its metadata, or in that of its config where records keep none. */
export function requestIdOf(wire: unknown): unknown {
  const id = membersOf(membersOf(wire)['metadata'])['client_request_id'];
  if (id !== undefined) return id;
  return membersOf(membersOf(membersOf(wire)['config'])['metadata'])['client_request_id'];
}

const topLevel = ['input', 'command', 'config', 'context'];
