import { JsonText, type RunPayload } from 'remote-graph-client/client';
import { memberTexts } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import type { RunOptions } from '../../shared/model/run-options.ts';
import type { RunTrigger, RunRequest } from '../../shared/model/run-request.ts';
import { buildResumeCommand } from './build-resume-command.ts';
import { parseJsonInput } from '../common/json-input.ts';

/**
 * Builds a run's body; typed texts are sent verbatim. Decides everything that servers default differently
 * (docs/protocol.md, Run request). Throws an `AppError` (`invalid-input`) for invalid JSON, before anything
 * is sent.
 */
export function buildRunPayload(
  request: Pick<RunRequest, 'threadId' | 'trigger' | 'checkpointId' | 'checkpointNs' | 'options'>,
  { clientRequestId, webhook }: { readonly clientRequestId: string; readonly webhook: string | null },
): RunPayload {
  const { threadId, checkpointId, checkpointNs, options } = request;
  const { interruptBefore, interruptAfter, afterSeconds, feedbackKeys } = options;
  return {
    ...startFieldsOf(request.trigger),
    streamMode: options.streamModes.length === 0 ? ['values'] : options.streamModes,
    streamSubgraphs: options.subgraphs,
    streamResumable: true,
    multitaskStrategy: options.multitaskStrategy,
    durability: options.durability,
    onDisconnect: 'continue',
    // Concerns the temporary thread of a stateless run.
    ...(threadId === null ? { onCompletion: options.onCompletion } : {}),
    ifNotExists: 'reject',
    clientRequestId,
    ...parseTypedOptions(options),
    ...(webhook === null ? {} : { webhook }),
    ...(afterSeconds === null ? {} : { afterSeconds }),
    ...(feedbackKeys.length === 0 ? {} : { feedbackKeys }),
    // Hosted servers take the object only; the JavaScript server takes both forms.
    ...(checkpointId === null
      ? {}
      : { checkpoint: { checkpoint_ns: checkpointNs, checkpoint_id: checkpointId } }),
    ...(interruptBefore.length === 0 ? {} : { interruptBefore: nodesOrAll(interruptBefore) }),
    ...(interruptAfter.length === 0 ? {} : { interruptAfter: nodesOrAll(interruptAfter) }),
  };
}

function parseTypedOptions({
  configText,
  contextText,
  metadataText,
  recursionLimit,
}: RunOptions): Pick<RunPayload, 'config' | 'context' | 'metadata'> {
  const config = buildRunConfig(configText, recursionLimit);
  return {
    ...(config === null ? {} : { config }),
    ...(contextText === null ? {} : { context: parseJsonInput(contextText, 'The context') }),
    ...(metadataText === null ? {} : { metadata: parseJsonInput(metadataText, 'The metadata') }),
  };
}

function startFieldsOf(trigger: RunTrigger): Pick<RunPayload, 'input' | 'command'> {
  switch (trigger.kind) {
    case 'input':
      return { input: parseJsonInput(trigger.inputText, 'The input') };
    case 'continue':
      // Null: the graph continues from its state.
      return { input: null };
    case 'resume':
      return { command: buildResumeCommand(trigger) };
  }
}

// The wildcard is a bare `*` on the wire, not a list (docs/protocol.md, Run request).
function nodesOrAll(names: readonly string[]): '*' | readonly string[] {
  return names.includes('*') ? '*' : names;
}

// A run's `config`, from its typed text and recursion limit; `null` if both are empty. Parsed down to
// `configurable`, where the client adds the start (docs/protocol.md, Remembered checkpoint); the values of
// its members are sent verbatim. Throws an `AppError` (`invalid-input`) for anything but an object.
function buildRunConfig(
  configText: string | null,
  recursionLimit: number | null,
): Readonly<Record<string, unknown>> | null {
  if (configText === null && recursionLimit === null) return null;
  const config = configText === null ? {} : objectOfTexts(configText, 'The config');
  const { configurable } = config;
  return {
    ...config,
    ...(configurable === undefined
      ? {}
      : { configurable: objectOfTexts(configurable.text, 'configurable in the config') }),
    ...(recursionLimit === null ? {} : { recursion_limit: recursionLimit }),
  };
}

function objectOfTexts(text: string, what: string): Readonly<Record<string, JsonText>> {
  const { text: checked } = parseJsonInput(text, what);
  if (!checked.trimStart().startsWith('{')) {
    throw new AppError('invalid-input', `${what} must be a JSON object.`, {
      hint: 'Write it as {"name": value}. Nothing was sent.',
    });
  }
  // The last one of duplicate keys counts, as on the server.
  return Object.fromEntries(memberTexts(checked).map((member) => [member.key, new JsonText(member.text)]));
}
