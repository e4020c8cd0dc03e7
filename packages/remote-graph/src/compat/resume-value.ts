import { JsonText } from 'exact-json';
import { ArgumentError } from '../errors.ts';
import type { CallOptions } from '../http/http-client.ts';
import { isObject } from '../http/response-checks.ts';
import type { ServerQuirks } from './server-quirks.ts';

/**
 * A resume value that every server understands. Servers misread falsy or empty values unless keyed by
 * interrupt id, so the id is looked up (docs/protocol.md, Resume values). Old hosted servers give no id:
 * there, null and an empty object are indistinguishable from no answer.
 */
export async function normalizeResume(
  quirks: ServerQuirks,
  resume: unknown,
  threadId: string | null,
  options: CallOptions,
): Promise<unknown> {
  if (!isMisread(resume)) return resume;
  const ids = threadId === null ? [] : await quirks.probes.interruptIds(threadId, options);
  const [id, ...more] = ids;
  const isAnswer = threadId !== null && !isNoAnswer(resume);
  if (id === undefined && isAnswer && !(await quirks.has('dropsFalsyResume', options))) return resume;
  if (id === undefined || more.length > 0) {
    throw new ArgumentError('Key the answer by the ID of its interrupt: {"<interrupt id>": answer}.');
  }
  return { [id]: resume };
}

// The JavaScript server takes falsy values for no command, Python's servers an empty object for an empty map
// of ids.
function isMisread(resume: unknown): boolean {
  if (resume === undefined) return false;
  if (resume instanceof JsonText) return /^\s*(null|false|-?0(\.0*)?|""|\{\s*\})\s*$/.test(resume.text);
  return !resume || (isObject(resume) && Object.keys(resume).length === 0);
}

// What Python's servers take for no answer or an empty map.
function isNoAnswer(resume: unknown): boolean {
  if (resume instanceof JsonText) return /^\s*(null|\{\s*\})\s*$/.test(resume.text);
  return resume === null || isObject(resume);
}
