import type { CompareSide } from '../../shared/model/comparison.ts';
import { usageError } from '../args/usage-error.ts';
import type { Call } from './confirm-writes.ts';
import { findAssistant } from './pick-assistant.ts';

/** How sides are written, for messages. */
const forms = 'THREAD, THREAD@CHECKPOINT, run:THREAD/RUN, pass:THREAD/RUN or assistant:NAME@VERSION';

/** What a side of a comparison names on a server. Throws `AppError` (`invalid-input`) for anything else. */
export async function parseSide(
  call: Call,
  server: { readonly connectionId: string; readonly name: string },
  text: string,
): Promise<CompareSide> {
  const { connectionId } = server;
  const [, kind, rest = ''] = /^(run|pass|assistant):(.*)$/s.exec(text) ?? [];
  if (kind === 'run' || kind === 'pass') {
    const [threadId = '', runId = '', ...more] = rest.split('/');
    if (threadId === '' || runId === '' || more.length > 0) throw unclear(text);
    return { kind, connectionId, threadId, runId };
  }
  if (kind === 'assistant') {
    const at = rest.lastIndexOf('@');
    const name = at < 0 ? rest : rest.slice(0, at);
    const version = at < 0 ? null : Number(rest.slice(at + 1));
    if (name === '' || (version !== null && !(Number.isInteger(version) && version > 0))) throw unclear(text);
    const assistants = await call('assistants.list', { connectionId });
    const { assistantId } = findAssistant(assistants, name, server.name);
    return { kind, connectionId, assistantId, version };
  }
  const [threadId = '', checkpointId, ...more] = text.split('@');
  if (threadId === '' || checkpointId === '' || more.length > 0) throw unclear(text);
  return checkpointId === undefined
    ? { kind: 'thread', connectionId, threadId }
    : { kind: 'checkpoint', connectionId, threadId, checkpointId };
}

function unclear(text: string) {
  return usageError(`"${text}" names nothing to compare.`, `Write ${forms}.`);
}
