import type { PendingInterrupt, ThreadState } from '../../shared/model/threads/thread.ts';
import { RawJson } from './json-document.ts';

/** A state as `--json` and the MCP tools write it; values are the server's own text. */
export function stateDocument(state: ThreadState) {
  const { valuesText, metadataText, interrupts, answered, tasks, ...rest } = state;
  return {
    ...rest,
    tasks: tasks.map(({ id, nodeId, error, waiting, finished }) => ({
      id,
      nodeId,
      error,
      waiting,
      finished,
    })),
    interrupts: interrupts.map(interruptDocument),
    answered: answered?.map(interruptDocument),
    values: new RawJson(valuesText),
    metadata: new RawJson(metadataText),
  };
}

export function interruptDocument({ id, nodeId, valueText }: PendingInterrupt) {
  return { id, nodeId, value: new RawJson(valueText) };
}
