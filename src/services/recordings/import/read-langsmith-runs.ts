import { checkpointNsLevels } from '../../../shared/checkpoint-namespace.ts';
import type { ModelUsage } from '../../../shared/model/model-usage.ts';
import { boundedOrNull, dateMillisOf, jsonTextOrNull, wholeNumberOrNull } from './foreign-values.ts';
import { importLimits, type ImportedSpan } from './imported-span.ts';
import { isRecord } from '../../../shared/narrow.ts';

/** Whether a JSON value is a run as LangSmith exports it. */
export function isLangSmithRun(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['run_type'] === 'string' &&
    'trace_id' in value
  );
}

/** Reads a run of LangSmith; `null` for what is none. */
export function readLangSmithRun(value: unknown): ImportedSpan | null {
  if (!isRecord(value) || !isLangSmithRun(value)) return null;
  const metadata = metadataOf(value['extra']);
  const text = (name: string): string | null => boundedOrNull(metadata[name], importLimits.nameLength);
  const id = boundedOrNull(value['id'], 64);
  const name = boundedOrNull(value['name'], importLimits.nameLength) ?? 'unnamed';
  const runType = value['run_type'];
  const node = text('langgraph_node');
  const parentId = boundedOrNull(value['parent_run_id'], 64);
  const said = boundedOrNull(value['error'], importLimits.textLength);
  // A question of LangGraph is an exception, which LangSmith exports as an error.
  const isInterrupted = said !== null && /^(?:GraphInterrupt|NodeInterrupt|GraphBubbleUp)\b/.test(said);
  const error = isInterrupted ? null : said;
  const ended = dateMillisOf(value['end_time']);
  const started = dateMillisOf(value['start_time']);
  if (id === null) return null;
  const kind =
    runType === 'llm'
      ? 'model'
      : runType === 'tool'
        ? 'tool'
        : parentId === null
          ? 'run'
          : // What runs in a node has its metadata, too, but another name.
            node !== null && node === name
            ? 'node'
            : 'other';
  return {
    id,
    traceId: boundedOrNull(value['trace_id'], 64) ?? id,
    parentId,
    name,
    kind,
    threadId: text('thread_id') ?? text('session_id') ?? text('conversation_id'),
    runId: text('run_id'),
    assistantId: text('assistant_id'),
    nodeName: node,
    nodeId: null,
    taskId: taskOf(text('langgraph_checkpoint_ns') ?? text('checkpoint_ns')),
    step: wholeNumberOrNull(metadata['langgraph_step']),
    startedAt: started === null ? null : { ms: started, bound: 'exact', source: 'server' },
    endedAt: ended === null ? null : { ms: ended, bound: 'exact', source: 'server' },
    error,
    status: isInterrupted
      ? 'interrupted'
      : error !== null || value['status'] === 'error'
        ? 'failed'
        : ended === null
          ? 'unknown'
          : 'finished',
    runEnding: null,
    attempts: null,
    usage: kind === 'model' ? usageOf(value) : null,
    toolCallId: kind === 'tool' ? (callIdOf(value['outputs']) ?? text('tool_call_id')) : null,
    toolName: kind === 'tool' ? name : null,
    previousNodes: [],
    ...(kind === 'run' || kind === 'node'
      ? { input: jsonTextOrNull(value['inputs']), output: jsonTextOrNull(value['outputs']) }
      : { input: null, output: null }),
  };
}

function metadataOf(extra: unknown): Readonly<Record<string, unknown>> {
  const metadata = isRecord(extra) ? extra['metadata'] : null;
  return isRecord(metadata) ? metadata : {};
}

// `outer:TASK|node:TASK`: the last one is its own.
function taskOf(namespace: string | null): string | null {
  return checkpointNsLevels(namespace ?? '').at(-1)?.taskId || null;
}

function usageOf(run: Readonly<Record<string, unknown>>): ModelUsage | null {
  const outputs = isRecord(run['outputs']) ? run['outputs'] : {};
  const usage = [
    outputs['usage_metadata'],
    messageUsage(outputs),
    metadataOf(run['extra'])['usage_metadata'],
    run,
  ].find((each) => isRecord(each) && tokensIn(each, 'input') !== null && tokensIn(each, 'output') !== null);
  if (!isRecord(usage)) return null;
  const details = isRecord(usage['input_token_details']) ? usage['input_token_details'] : {};
  const metadata = metadataOf(run['extra']);
  return {
    model: boundedOrNull(metadata['ls_model_name'], importLimits.nameLength),
    input: tokensIn(usage, 'input') ?? 0,
    cached: wholeNumberOrNull(details['cache_read']) ?? 0,
    output: tokensIn(usage, 'output') ?? 0,
  };
}

function tokensIn(usage: Readonly<Record<string, unknown>>, side: 'input' | 'output'): number | null {
  const count =
    wholeNumberOrNull(usage[`${side}_tokens`]) ??
    wholeNumberOrNull(usage[side === 'input' ? 'prompt_tokens' : 'completion_tokens']);
  return count === null || count < 0 ? null : count;
}

// Chat models answer with `generations: [[{message: {kwargs: {usage_metadata}}}]]`.
function messageUsage(outputs: Readonly<Record<string, unknown>>): unknown {
  const { generations } = outputs;
  const first: unknown = Array.isArray(generations)
    ? Array.isArray(generations[0])
      ? generations[0][0]
      : generations[0]
    : null;
  const message = isRecord(first) ? first['message'] : null;
  const kwargs = isRecord(message) && isRecord(message['kwargs']) ? message['kwargs'] : message;
  return isRecord(kwargs) ? kwargs['usage_metadata'] : null;
}

function callIdOf(outputs: unknown): string | null {
  const output = isRecord(outputs) ? outputs['output'] : null;
  const message = isRecord(output) && isRecord(output['kwargs']) ? output['kwargs'] : output;
  return isRecord(message) ? boundedOrNull(message['tool_call_id'], 200) : null;
}
