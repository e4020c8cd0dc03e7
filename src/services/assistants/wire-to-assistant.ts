import { memberTexts } from '../../exact-json/members.ts';
import type { Assistant, AssistantSchemas } from '../../shared/model/assistant.ts';
import { membersOf, numberOrNull, textOrNull, timeOrNull } from '../read-wire.ts';

/**
 * An assistant record (docs/protocol.md, Assistant records) with its configuration as the text that the server sent.
 */
export function assistantOf(wire: unknown, text: string): Assistant | null {
  const record = membersOf(wire);
  const assistantId = textOrNull(record['assistant_id']);
  if (assistantId === null) return null;
  const graphId = textOrNull(record['graph_id']) ?? '';
  return {
    assistantId,
    graphId,
    name: textOrNull(record['name']) ?? (graphId || assistantId),
    description: textOrNull(record['description']),
    version: numberOrNull(record['version']),
    bySystem: membersOf(record['metadata'])['created_by'] === 'system',
    updatedAt: timeOrNull(record['updated_at']) ?? timeOrNull(record['created_at']),
    configText: presentText(text, 'config') ?? '{}',
    contextText: presentText(text, 'context') ?? '{}',
  };
}

/** The schemas of an assistant as text. Hosted servers leave members out; JSON null is as good as nothing. */
export function schemasOf(text: string): AssistantSchemas {
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
