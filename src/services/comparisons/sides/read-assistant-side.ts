import { rawTextOf } from '../../../remote-graph/client.ts';
import { AppError } from '../../../shared/app-error.ts';
import { memberText } from '../../../exact-json/scan/object-members.ts';
import type { CompareSide, SideFacts } from '../../../shared/model/comparison.ts';
import { toAssistant, toAssistantVersion } from '../../assistants/assistant-mapper.ts';
import { graphPart } from './graph-part.ts';
import { knownText, unknownFacts, type SideContent } from './side-content.ts';
import type { SideReading } from './usage-facts.ts';

type AssistantSide = Extract<CompareSide, { kind: 'assistant' }>;

/** Versions that are searched for one. */
const mostVersions = 1000;

/** Reads an assistant at a version. Throws an `AppError` (`not-found`) if the server has no such version. */
export async function readAssistantSide(reading: SideReading, side: AssistantSide): Promise<SideContent> {
  const { client, signal } = reading;
  const { assistantId } = side;
  const wire = await client.assistants.get(assistantId, { signal, purpose: 'compare.read' });
  const assistant = toAssistant(wire, rawTextOf(wire));
  if (assistant === null) throw new AppError('not-found', 'The server has no such assistant.');
  const isCurrent = side.version === null || side.version === assistant.version;
  const text = isCurrent ? rawTextOf(wire) : await versionText(reading, side);
  const facts: SideFacts = {
    ...unknownFacts,
    name: assistant.name,
    graphId: assistant.graphId,
    assistantId,
    assistantVersion: side.version ?? assistant.version,
    startedAt: isCurrent ? assistant.updatedAt : createdAtOf(text),
  };
  return {
    facts,
    parts: new Map([
      ['config', knownText(memberText(text, 'config'))],
      ['context', knownText(memberText(text, 'context'))],
      ['metadata', knownText(memberText(text, 'metadata'))],
      ['graph', await graphPart(client, assistantId, signal)],
    ]),
    executions: null,
  };
}

async function versionText({ client, signal }: SideReading, side: AssistantSide): Promise<string> {
  const options = { signal, purpose: 'compare.read' };
  let count = 0;
  for await (const wire of client.assistants.versionsAll(side.assistantId, {}, options)) {
    const text = rawTextOf(wire);
    if (toAssistantVersion(wire, text)?.version === side.version) return text;
    count += 1;
    if (count === mostVersions) break;
  }
  throw new AppError('not-found', `The assistant has no version ${side.version ?? ''}.`);
}

function createdAtOf(text: string): string | null {
  return toAssistantVersion(JSON.parse(text), text)?.createdAt ?? null;
}
