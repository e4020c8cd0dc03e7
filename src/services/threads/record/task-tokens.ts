import type { RunFrame } from '../../../shared/model/run.ts';
import {
  checkpointNsLevels,
  namespaceLevels,
  type NamespaceLevel,
} from '../../../shared/checkpoint-namespace.ts';
import { createTokenCounter, isMessageChunk, type ModelUsage } from '../../../shared/token-counter.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../../shared/narrow.ts';
import { parseJson } from '../../../shared/parse-json.ts';

// Tokens that messages report, by the task that made them, without those of tasks around it.
export interface TaskTokens {
  add(frame: RunFrame): void;
  of(taskId: string): number | null;
  modelsOf(taskId: string): readonly ModelUsage[];
}

export function createTaskTokens(): TaskTokens {
  const counter = createTokenCounter();
  // Tasks of messages that are reported by events of their own, by message id.
  const taskOfMessage = new Map<string, string>();

  return {
    add({ mode, namespace, text }) {
      if (mode === 'messages/metadata') {
        for (const [id, message] of Object.entries(recordOrEmpty(parseJson(text)))) {
          const taskId = taskIn(namespace, recordOrEmpty(message)['metadata']);
          if (taskId !== null) taskOfMessage.set(id, taskId);
        }
      }
      if (!text.includes('"usage_metadata"')) return;
      const payload = arrayOrEmpty(parseJson(text));
      const repeats = mode !== 'messages';
      for (const message of (repeats ? payload : payload.slice(0, 1)).map(recordOrEmpty)) {
        const taskId =
          taskOfMessage.get(nonEmptyStringOrNull(message['id']) ?? '') ??
          taskIn(namespace, repeats ? null : payload[1]);
        const metadata = repeats ? null : payload[1];
        counter.add(message, !repeats && isMessageChunk(message), taskId === null ? [] : [taskId], metadata);
      }
    },
    of: (taskId) => counter.of(taskId)?.total ?? null,
    modelsOf: (taskId) => counter.modelsOf(taskId),
  };
}

// The task of a message: by its metadata, else by the namespace of its event.
function taskIn(namespace: readonly string[], metadata: unknown): string | null {
  const checkpointNs = nonEmptyStringOrNull(recordOrEmpty(metadata)['langgraph_checkpoint_ns']);
  return innermostTask(checkpointNsLevels(checkpointNs ?? '')) ?? innermostTask(namespaceLevels(namespace));
}

function innermostTask(levels: readonly NamespaceLevel[]): string | null {
  return levels.at(-1)?.taskId ?? null;
}
