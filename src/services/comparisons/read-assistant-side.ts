import { rawTextOf } from 'remote-graph-client/client';
import { memberText, sameJson } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import type { CompareSide, SideFacts } from '../../shared/model/comparison.ts';
import { toAssistant, toAssistantVersion } from '../assistants/assistant-mapper.ts';
import { graphPart } from './graph-part.ts';
import { attempt, knownText, unknownFacts, type SideContent } from './side-content.ts';
import type { SideReadContext } from './usage-facts.ts';

type AssistantSide = Extract<CompareSide, { kind: 'assistant' }>;

const maxVersions = 1000;

// Reads an assistant at a version. Throws an `AppError` (`not-found`) if the server has no such version.
export async function readAssistantSide(reading: SideReadContext, side: AssistantSide): Promise<SideContent> {
  const { client, signal } = reading;
  const { assistantId } = side;
  const wire = await client.assistants.get(assistantId, { signal, purpose: 'compare.read' });
  const assistant = toAssistant(wire, rawTextOf(wire));
  if (assistant === null) throw new AppError('not-found', 'The server has no such assistant.');
  const isCurrent = side.version === null;
  // Also for the version in use: a server may have moved its number without all of its settings.
  const text = isCurrent ? rawTextOf(wire) : await versionText(reading, assistantId, side.version);
  const facts: SideFacts = {
    ...unknownFacts,
    name: assistant.name,
    graphId: assistant.graphId,
    assistantId,
    assistantVersion: side.version ?? assistant.version,
    startedAt: isCurrent ? assistant.updatedAt : createdAtOf(text),
    remark: isCurrent ? await remarkOn(reading, assistantId, assistant.version, text) : null,
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

// Says if runs get other settings than the version has that the server calls the current one.
async function remarkOn(
  reading: SideReadContext,
  assistantId: string,
  version: number | null,
  currentText: string,
): Promise<string | null> {
  if (version === null) return null;
  const saved = await attempt(versionText(reading, assistantId, version), reading.signal);
  if (saved.value === null) return null;
  const savedText = saved.value;
  const differing = ['config', 'context'].filter(
    (part) => !sameJson(memberText(savedText, part) ?? 'null', memberText(currentText, part) ?? 'null'),
  );
  return differing.length === 0
    ? null
    : `Its ${differing.join(' and ')} ${differing.length === 1 ? 'is' : 'are'} not that of version ${version}, which the server names.`;
}

async function versionText(
  { client, signal }: SideReadContext,
  assistantId: string,
  version: number | null,
): Promise<string> {
  const options = { signal, purpose: 'compare.read' };
  let count = 0;
  for await (const wire of client.assistants.versionsAll(assistantId, {}, options)) {
    const text = rawTextOf(wire);
    if (toAssistantVersion(wire, text)?.version === version) return text;
    count += 1;
    if (count === maxVersions) break;
  }
  throw new AppError('not-found', `The assistant has no version ${version ?? ''}.`);
}

function createdAtOf(text: string): string | null {
  return toAssistantVersion(JSON.parse(text), text)?.createdAt ?? null;
}
