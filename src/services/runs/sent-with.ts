import { memberText } from '../../exact-json/scan/object-members.ts';
import { recordOrEmpty } from '../parsing/narrow.ts';

/**
 * What a run was started with, of its record: servers keep it in `kwargs` (docs/protocol.md, Run records) or at the top
 * level of the record. `null` where the record does not tell.
 */
export function runKwargs(wire: unknown): Readonly<Record<string, unknown>> | null {
  const record = recordOrEmpty(wire);
  if (record['kwargs'] !== undefined && record['kwargs'] !== null) return recordOrEmpty(record['kwargs']);
  return topLevel.some((name) => name in record) ? record : null;
}

/** The same as the exact text of an object; an empty one where the record does not tell. */
export function runKwargsText(recordText: string): string {
  const kwargs = memberText(recordText, 'kwargs');
  return kwargs !== null && kwargs !== 'null' ? kwargs : recordText;
}

/** The id of the request that started a run: in its metadata, or in that of its config where records keep none. */
export function recordedRequestId(wire: unknown): unknown {
  const id = recordOrEmpty(recordOrEmpty(wire)['metadata'])['client_request_id'];
  if (id !== undefined) return id;
  return recordOrEmpty(recordOrEmpty(recordOrEmpty(wire)['config'])['metadata'])['client_request_id'];
}

const topLevel = ['input', 'command', 'config', 'context'];
