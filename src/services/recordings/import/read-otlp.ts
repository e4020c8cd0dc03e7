import { INPUT_VALUE, OUTPUT_VALUE } from '@arizeai/openinference-semantic-conventions';
import { ExecutionStatus, type RecordedTime } from '../../../shared/model/thread-record.ts';
import { genAi, studioAttributes } from '../../traces/attribute-names.ts';
import { boundedOrNull, jsonTextOrNull, listOf, millisOf, wholeNumberOrNull } from './foreign-values.ts';
import { importLimits, type ImportedSpan } from './imported-span.ts';
import { isRecord } from '../../../shared/narrow.ts';

/** Whether a JSON value is OTLP: `{"resourceSpans": […]}`. */
export function isOtlp(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value['resourceSpans']);
}

/** Reads the spans of a request in OTLP JSON. What is no span is left out and counted by `onUnreadable`. */
export function readOtlp(value: unknown, onUnreadable: () => void): ImportedSpan[] {
  const spans: ImportedSpan[] = [];
  for (const resource of listOf(value, 'resourceSpans'))
    for (const scope of listOf(resource, 'scopeSpans'))
      for (const span of listOf(scope, 'spans')) {
        const read = readSpan(span);
        if (read === null) onUnreadable();
        else spans.push(read);
      }
  return spans;
}

const zeroId = /^0*$/;

function readSpan(value: unknown): ImportedSpan | null {
  if (!isRecord(value)) return null;
  const { traceId, spanId, parentSpanId } = value;
  if (typeof traceId !== 'string' || typeof spanId !== 'string' || spanId.length > 64 || traceId.length > 64)
    return null;
  const attributes = attributesOf(value['attributes']);
  const text = (name: string): string | null => boundedOrNull(attributes.get(name), importLimits.nameLength);
  const number = (name: string): number | null => wholeNumberOrNull(attributes.get(name));
  const operation = text(genAi.operation);
  const openInference = text('openinference.span.kind');
  const nodeName = text('graph.node.name') ?? text('langgraph.node') ?? text('metadata.langgraph_node');
  const nodeId = text('graph.node.id');
  const input = number(genAi.inputTokens) ?? number('llm.token_count.prompt');
  const output = number(genAi.outputTokens) ?? number('llm.token_count.completion');
  const statusCode = isRecord(value['status']) ? value['status']['code'] : undefined;
  const isError = statusCode === 2 || statusCode === 'STATUS_CODE_ERROR';
  const said = ExecutionStatus.safeParse(attributes.get(studioAttributes.status)).data;
  const runEnding = text(studioAttributes.runEnding);
  // Others end with this status, too, as this studio exports them.
  const hasFailed = isError && said !== 'aborted' && (runEnding ?? 'failed') === 'failed';
  const error = hasFailed ? errorOf(value, attributes) : null;
  const isRun = operation === 'invoke_agent' && nodeId === null;
  const kind =
    operation === 'execute_tool' || openInference === 'TOOL'
      ? 'tool'
      : operation === 'chat' || operation === 'text_completion' || openInference === 'LLM'
        ? 'model'
        : nodeId !== null || nodeName !== null
          ? 'node'
          : isRun || openInference === 'AGENT'
            ? 'run'
            : 'other';
  const parentId =
    typeof parentSpanId === 'string' && !zeroId.test(parentSpanId) ? parentSpanId.slice(0, 64) : null;
  const parentNode = text('graph.node.parent_id');
  const previous = attributes.get(studioAttributes.previousNodes);
  const valueOf = (...names: readonly string[]): string | null =>
    kind === 'run' || kind === 'node' ? valueText(names.map((name) => attributes.get(name))) : null;
  return {
    id: spanId,
    traceId,
    parentId,
    name: boundedOrNull(value['name'], importLimits.nameLength) ?? 'unnamed',
    kind,
    threadId: text('session.id') ?? text(genAi.conversationId),
    runId: text(studioAttributes.runId),
    assistantId: text(genAi.agentId),
    nodeName: nodeName ?? nodeId?.split(':').at(-1) ?? null,
    nodeId,
    taskId: text(studioAttributes.taskId),
    step: number(studioAttributes.step),
    startedAt: timeOf(
      value['startTimeUnixNano'],
      attributes,
      studioAttributes.startBound,
      studioAttributes.startSource,
    ),
    endedAt: timeOf(
      value['endTimeUnixNano'],
      attributes,
      studioAttributes.endBound,
      studioAttributes.endSource,
    ),
    error,
    status:
      said ??
      (isError ? 'failed' : statusCode === 1 || statusCode === 'STATUS_CODE_OK' ? 'finished' : 'unknown'),
    runEnding,
    attempts: number(studioAttributes.attempts),
    usage:
      kind === 'model' && input !== null && output !== null
        ? {
            model: text(genAi.responseModel) ?? text('gen_ai.request.model') ?? text('llm.model_name'),
            input,
            cached: number(genAi.cachedTokens) ?? 0,
            output,
          }
        : null,
    toolCallId: text(genAi.toolCallId) ?? text('tool_call.id'),
    toolName: text(genAi.toolName) ?? text('tool.name'),
    previousNodes: [
      ...(parentNode === null ? [] : [parentNode]),
      ...(Array.isArray(previous) ? previous.filter((name) => typeof name === 'string') : []),
    ],
    input: valueOf(INPUT_VALUE, 'gen_ai.input.messages'),
    output: valueOf(OUTPUT_VALUE, 'gen_ai.output.messages'),
  };
}

// Values are JSON in a text, or plain text.
function valueText(values: readonly unknown[]): string | null {
  const value = values.find((each) => each !== undefined && each !== null) ?? null;
  if (typeof value !== 'string') return jsonTextOrNull(value);
  try {
    JSON.parse(value);
    return value;
  } catch {
    return JSON.stringify(value);
  }
}

// A time that this studio exported as unknown is none, and a bound stays one.
function timeOf(
  value: unknown,
  attributes: ReadonlyMap<string, unknown>,
  boundName: string,
  sourceName: string,
): RecordedTime | null {
  const ms = millisOf(value);
  const bound = attributes.get(boundName);
  if (ms === null || bound === 'unknown') return null;
  return {
    ms,
    bound: bound === 'not_earlier' ? 'atLeast' : bound === 'not_later' ? 'atMost' : 'exact',
    source: attributes.get(sourceName) === 'arrival' ? 'seen' : 'server',
  };
}

function errorOf(span: Readonly<Record<string, unknown>>, attributes: ReadonlyMap<string, unknown>): string {
  const { message } = isRecord(span['status']) ? span['status'] : {};
  const said = boundedOrNull(message, importLimits.textLength);
  if (said !== null) return said;
  for (const event of listOf(span, 'events')) {
    if (!isRecord(event) || event['name'] !== 'exception') continue;
    const text = attributesOf(event['attributes']).get('exception.message');
    const error = boundedOrNull(text, importLimits.textLength);
    if (error !== null) return error;
  }
  return boundedOrNull(attributes.get('error.type'), importLimits.nameLength) ?? '';
}

const maxAttributes = 1_000;

// `[{"key": …, "value": {"stringValue": …}}]` as names and values.
function attributesOf(value: unknown): ReadonlyMap<string, unknown> {
  const attributes = new Map<string, unknown>();
  if (!Array.isArray(value)) return attributes;
  for (const each of value.slice(0, maxAttributes))
    if (isRecord(each) && typeof each['key'] === 'string')
      attributes.set(each['key'], anyValue(each['value']));
  return attributes;
}

function anyValue(value: unknown): unknown {
  if (!isRecord(value)) return null;
  if ('arrayValue' in value)
    return listOf(value['arrayValue'], 'values')
      .slice(0, 100)
      .map((each) => (isRecord(each) ? each['stringValue'] : null));
  return value['stringValue'] ?? value['intValue'] ?? value['doubleValue'] ?? value['boolValue'] ?? null;
}
