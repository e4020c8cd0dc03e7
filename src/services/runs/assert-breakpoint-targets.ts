import { memberTexts } from 'exact-json';
import { rawTextOf, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import { everyNode } from '../../shared/model/breakpoint.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import { abortAfter } from '../common/abort-after.ts';
import { stateSchemaKeys } from '../../shared/state-schema-keys.ts';
import { toAssistantSchemas } from '../assistants/assistant-mapper.ts';
import { toGraphShape } from '../assistants/graph-mapper.ts';
import { readRawMembers } from '../common/raw-members.ts';
import { activeBreakpoints } from './server-breakpoints.ts';
import { activePins, assertPinOutputs } from './write-pinned-output.ts';

// A server may need long to extract schemas. The check is left out then, in milliseconds.
const timeoutMs = 5000;

const maxNames = 40;

const purpose = 'runs.breakpoints';

// Refuses a request whose breakpoints or pins are at nodes or keys that the graph does not have, before anything is sent:
// servers accept them, and never stop. Throws an `AppError` (`invalid-input`) that lists what there is. What the
// server does not tell is not refused.
export async function assertBreakpointTargets(client: GraphClient, request: RunRequest): Promise<void> {
  const { assistantId, options, threadId } = request;
  const active = activeBreakpoints(request);
  const pins = activePins(request);
  assertPinOutputs(pins);
  const pinned = new Set(pins.map(({ nodeId }) => nodeId));
  const stops = new Set([
    ...options.interruptBefore,
    ...options.interruptAfter,
    ...active.map(({ nodeId }) => nodeId),
  ]);
  stops.delete(everyNode);
  const names = new Set([...stops, ...pinned]);
  const keys = new Set(active.flatMap(({ changedKeys }) => changedKeys));
  const signal = abortAfter(timeoutMs);
  if (names.size > 0) {
    const nodes = await topLevelNodes(client, assistantId, signal).catch(() => null);
    const missing = nodes === null ? [] : [...names].filter((name) => !nodes.has(name));
    const why = missing.some((name) => stops.has(name)) ? 'to stop at' : 'that is pinned';
    if (nodes !== null && missing.length > 0) throw noSuchNode(missing, [...nodes], why);
  }
  if (keys.size > 0) {
    const schemaKeys = await stateKeys(client, assistantId, signal).catch(() => null);
    if (schemaKeys === null || [...keys].every((key) => schemaKeys.has(key))) return;
    // A state may have keys that its schema does not name.
    const current = await valueKeys(client, threadId, signal).catch(() => null);
    if (current === null) return;
    const missing = [...keys].filter((key) => !schemaKeys.has(key) && !current.has(key));
    if (missing.length > 0) throw noSuchKey(missing, [...new Set([...schemaKeys, ...current])]);
  }
}

// Servers stop only at nodes of the top level.
async function topLevelNodes(
  client: GraphClient,
  assistantId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const wire = await client.assistants.getGraph(assistantId, { xray: false }, { signal, purpose });
  const { nodes } = toGraphShape(wire);
  const topLevel = nodes.filter(
    ({ parent, id }) => parent === null && id !== '__start__' && id !== '__end__',
  );
  return new Set(topLevel.map(({ id }) => id));
}

async function stateKeys(
  client: GraphClient,
  assistantId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | null> {
  const schemas = await client.assistants.getSchemas(assistantId, { signal, purpose });
  const { stateText, inputText, outputText } = toAssistantSchemas(rawTextOf(schemas));
  const keys = stateSchemaKeys(stateText);
  if (keys === null) return null;
  return new Set([keys, stateSchemaKeys(inputText) ?? [], stateSchemaKeys(outputText) ?? []].flat());
}

async function valueKeys(
  client: GraphClient,
  threadId: string | null,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (threadId === null || threadId === '') return new Set();
  const wire = await client.threads.getState(threadId, null, { signal, purpose });
  const values = readRawMembers(rawTextOf(wire)).text('values') ?? '{}';
  return new Set(memberTexts(values).map(({ key }) => key));
}

function noSuchNode(missing: readonly string[], nodes: readonly string[], why: string): AppError {
  const isInner = missing.some((name) => name.includes(':'));
  return new AppError(
    'invalid-input',
    `The graph has no ${missing.length === 1 ? 'node' : 'nodes'} ${quoteNames(missing)} ${why}.`,
    {
      hint: `${isInner ? 'Servers stop only at nodes of the top level. ' : ''}It has ${listNames(nodes)}. Nothing was sent.`,
    },
  );
}

function noSuchKey(missing: readonly string[], keys: readonly string[]): AppError {
  return new AppError(
    'invalid-input',
    `The state has no ${missing.length === 1 ? 'key' : 'keys'} ${quoteNames(missing)}, which a breakpoint waits for.`,
    { hint: `It has ${listNames(keys)}. Nothing was sent.` },
  );
}

function quoteNames(names: readonly string[]): string {
  return listNames(names.map((name) => JSON.stringify(name)));
}

function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const unnamedCount = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ')}${unnamedCount > 0 ? ` and ${unnamedCount} more` : ''}`;
}
