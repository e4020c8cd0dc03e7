import { memberTexts } from '../../exact-json/scan/object-members.ts';
import type { Assistant, AssistantSchemas, AssistantVersion } from '../../shared/model/assistant.ts';
import { recordOrEmpty, numberOrNull, nonEmptyStringOrNull, timeOrNull } from '../parsing/narrow.ts';

/**
 * Maps an assistant record (docs/protocol.md, Assistant records), its configuration as the server's own text.
 */
export function toAssistant(wire: unknown, text: string): Assistant | null {
  const record = recordOrEmpty(wire);
  const assistantId = nonEmptyStringOrNull(record['assistant_id']);
  if (assistantId === null) return null;
  const graphId = nonEmptyStringOrNull(record['graph_id']) ?? '';
  return {
    assistantId,
    graphId,
    name: nonEmptyStringOrNull(record['name']) ?? (graphId || assistantId),
    description: nonEmptyStringOrNull(record['description']),
    version: numberOrNull(record['version']),
    bySystem: recordOrEmpty(record['metadata'])['created_by'] === 'system',
    updatedAt: timeOrNull(record['updated_at']) ?? timeOrNull(record['created_at']),
    configText: presentText(text, 'config') ?? '{}',
    contextText: presentText(text, 'context') ?? '{}',
  };
}

/** Maps a version of an assistant; `null` without a number. */
export function toAssistantVersion(wire: unknown, text: string): AssistantVersion | null {
  const record = recordOrEmpty(wire);
  const version = numberOrNull(record['version']);
  if (version === null) return null;
  const metadata = recordOrEmpty(record['metadata']);
  return {
    version,
    createdAt: timeOrNull(record['created_at']),
    createdBy:
      ['created_by', 'owner', 'user_id']
        .map((key) => nonEmptyStringOrNull(metadata[key]))
        .find((name) => name !== null) ?? null,
    name: nonEmptyStringOrNull(record['name']),
    description: nonEmptyStringOrNull(record['description']),
    configText: presentText(text, 'config') ?? '{}',
    contextText: presentText(text, 'context') ?? '{}',
  };
}

/** Schemas of an assistant as text. Hosted servers omit members; JSON null counts as missing. */
export function toAssistantSchemas(text: string): AssistantSchemas {
  return {
    inputText: presentText(text, 'input_schema'),
    outputText: presentText(text, 'output_schema'),
    stateText: presentText(text, 'state_schema'),
    contextText: presentText(text, 'context_schema') ?? presentText(text, 'config_schema'),
    configText: presentText(text, 'config_schema') ?? presentText(text, 'context_schema'),
  };
}

function presentText(text: string, key: string): string | null {
  const found = memberTexts(text).findLast((member) => member.key === key)?.text;
  return found === undefined || found === 'null' ? null : found;
}
