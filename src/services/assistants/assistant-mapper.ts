import { memberTexts } from 'exact-json';
import type { Assistant, AssistantSchemas, AssistantVersion } from '../../shared/model/assistant.ts';
import { numberOrNull, nonEmptyStringOrNull, timeOrNull } from '../common/narrow.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

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

/**
 * Schemas of an assistant as text. Hosted servers omit members; JSON null counts as missing, and so does `{}`, which the Python
 * server sends for a graph without such a schema.
 */
export function toAssistantSchemas(text: string): AssistantSchemas {
  return {
    inputText: presentSchema(text, 'input_schema'),
    outputText: presentSchema(text, 'output_schema'),
    stateText: presentSchema(text, 'state_schema'),
    contextText: presentSchema(text, 'context_schema') ?? presentSchema(text, 'config_schema'),
    configText: presentSchema(text, 'config_schema') ?? presentSchema(text, 'context_schema'),
  };
}

function presentSchema(text: string, key: string): string | null {
  const schema = presentText(text, key);
  return schema === null || /^\{\s*\}$/.test(schema) ? null : schema;
}

function presentText(text: string, key: string): string | null {
  const memberText = memberTexts(text).findLast((member) => member.key === key)?.text;
  return memberText === undefined || memberText === 'null' ? null : memberText;
}
