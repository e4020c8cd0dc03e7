import {
  GRAPH_NODE_ID,
  GRAPH_NODE_NAME,
  GRAPH_NODE_PARENT_ID,
  LLM_MODEL_NAME,
  LLM_TOKEN_COUNT_COMPLETION,
  LLM_TOKEN_COUNT_PROMPT,
  LLM_TOKEN_COUNT_PROMPT_DETAILS_CACHE_READ,
  LLM_TOKEN_COUNT_TOTAL,
  OpenInferenceSpanKind,
  SemanticConventions,
  SESSION_ID,
  TOOL_CALL_ID,
  TOOL_NAME,
} from '@arizeai/openinference-semantic-conventions';
import { ATTR_ERROR_TYPE, ERROR_TYPE_VALUE_OTHER } from '@opentelemetry/semantic-conventions';
import type { ModelUsage } from '../../shared/model/model-usage.ts';
import type {
  Execution,
  ExecutionSpan,
  RecordedToolCall,
  RecordedRun,
  ThreadRecord,
} from '../../shared/model/thread-record.ts';
import { executionFacts } from '../../shared/thread-record/execution-facts.ts';
import { indexRecord, runThatMade } from '../../shared/thread-record/record-index.ts';
import { genAi, studioAttributes } from './attribute-names.ts';
import { contentAttributes } from './content-attributes.ts';
import type { RunContent } from './run-content.ts';
import { errorAttributes, exceptionEvent } from './run-error.ts';
import { timesInside, timesOfExecution, type SpanTimes } from './span-times.ts';
import { spanIdOf, type RunTrace } from './trace-ids.ts';
import { definedAttributes, type SpanEvent, type SpanStatus, type TraceSpan } from './trace-span.ts';

interface RunSpansContext {
  readonly record: ThreadRecord;
  readonly run: RecordedRun;
  readonly trace: RunTrace;
  readonly times: SpanTimes;
  readonly content: RunContent | null;
  /** Removes secrets from a text of the server, and bounds it. */
  readonly clean: (text: string) => string;
}

interface PlacedExecution {
  readonly spanId: string;
  readonly times: SpanTimes;
}

/**
 * The OpenTelemetry spans of the nodes that a run executed: one for each time in which the run worked on an execution,
 * and inside it one for each model that reported tokens and each tool call.
 */
export function executionSpans(context: RunSpansContext): readonly TraceSpan[] {
  const { record, run, trace, times: runTimes } = context;
  const placed = new Map<string, PlacedExecution>();
  const spans: TraceSpan[] = [];
  // An execution follows the one around it.
  for (const execution of record.executions) {
    const { executionId, parentId } = execution;
    const parent = parentId === null ? undefined : placed.get(parentId);
    for (const [index, span] of execution.spans.entries()) {
      if (runIdOf(record, execution, span) !== run.runId) continue;
      const spanId = spanIdOf(record.threadId, run.runId, executionId, String(index));
      const times = timesOfExecution(span, parent?.times ?? runTimes);
      placed.set(executionId, { spanId, times });
      spans.push(
        executionSpan(context, {
          execution,
          index,
          spanId,
          parentSpanId: parent?.spanId ?? trace.rootSpanId,
          times,
        }),
      );
      // Which run used them is not known; the last one brought the result.
      if (index < execution.spans.length - 1) continue;
      for (const [order, usage] of execution.models.entries())
        spans.push(modelSpan(context, { usage, order, execution, span, spanId, times }));
      for (const toolCall of execution.toolCalls ?? [])
        spans.push(toolSpan(context, { toolCall, execution, span, spanId, times }));
    }
  }
  return spans;
}

/** Executions of which it is not known which run they are of. */
export function executionsWithoutRun(record: ThreadRecord): number {
  return record.executions.filter((execution) =>
    execution.spans.some((span) => runIdOf(record, execution, span) === null),
  ).length;
}

function runIdOf(record: ThreadRecord, execution: Execution, span: ExecutionSpan): string | null {
  return span.runId ?? runThatMade(indexRecord(record), execution);
}

interface PlacedSpan {
  readonly execution: Execution;
  /** Among the spans of the execution. */
  readonly index: number;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly times: SpanTimes;
}

function executionSpan(
  context: RunSpansContext,
  { execution, index, spanId, parentSpanId, times }: PlacedSpan,
): TraceSpan {
  const { record, run, trace, content, clean } = context;
  const { executionId, nodeId, name, taskId, before, made, step, spans } = execution;
  const isLast = index === spans.length - 1;
  const error = errorOf(context, execution, isLast);
  const text = error === null ? null : clean(error);
  const { abortedBy, writersBefore } = executionFacts(record, execution);
  const previous = previousNodes(execution, writersBefore);
  return {
    traceId: trace.traceId,
    spanId,
    parent: { spanId: parentSpanId, isRemote: false },
    traceState: null,
    name,
    startMs: times.startMs,
    endMs: times.endMs,
    status: statusOf(execution, isLast, text),
    attributes: {
      ...definedAttributes({
        [SemanticConventions.OPENINFERENCE_SPAN_KIND]: OpenInferenceSpanKind.CHAIN,
        [SESSION_ID]: record.threadId,
        [genAi.conversationId]: record.threadId,
        [GRAPH_NODE_ID]: nodeId,
        [GRAPH_NODE_NAME]: name,
        [GRAPH_NODE_PARENT_ID]: previous.length === 1 ? (previous[0] ?? null) : null,
        [studioAttributes.previousNodes]: previous.length > 1 ? previous : null,
        [studioAttributes.runId]: run.runId,
        [studioAttributes.taskId]: taskId === '' ? null : taskId,
        [studioAttributes.step]: step,
        [studioAttributes.status]: isLast ? execution.status : null,
        [studioAttributes.attempts]: spans[index]?.attempts ?? null,
        [studioAttributes.checkpointBefore]: before,
        [studioAttributes.checkpointAfter]: isLast ? made : null,
        [studioAttributes.abortedBy]: isLast ? (abortedBy?.nodeId ?? null) : null,
      }),
      ...times.attributes,
      ...(text === null ? {} : errorAttributes(text)),
      ...(isLast ? contentAttributes(content?.executions.get(executionId)) : {}),
    },
    events: [
      ...questionEvents(context, execution, index, times.endMs),
      ...(text === null ? [] : [exceptionEvent(text, times.endMs)]),
    ],
    links: [],
  };
}

/** Ids of the nodes that ran before it, in the same graph; of the first one of a subgraph, the node that runs the subgraph. */
function previousNodes({ nodeId, name, from }: Execution, writersBefore: readonly string[]): string[] {
  const containerId = nodeId.endsWith(`:${name}`) ? nodeId.slice(0, -name.length - 1) : '';
  const names = (from.length > 0 ? from : writersBefore).filter((one) => one !== '__start__');
  if (names.length === 0) return containerId === '' ? [] : [containerId];
  return names.map((one) => (containerId === '' ? one : `${containerId}:${one}`));
}

/** The error of an execution in a run: that of the run, or its own at last. */
function errorOf({ run: { ending } }: RunSpansContext, execution: Execution, isLast: boolean): string | null {
  if (ending?.kind === 'failed' && ending.executionId === execution.executionId)
    return ending.error ?? execution.error ?? '';
  return isLast && execution.status === 'failed' ? (execution.error ?? '') : null;
}

function statusOf({ status }: Execution, isLast: boolean, error: string | null): SpanStatus {
  if (error !== null) return { code: 'error', message: error };
  if (!isLast) return { code: 'unset' };
  if (status === 'aborted') return { code: 'error', message: 'aborted' };
  return { code: status === 'finished' ? 'ok' : 'unset' };
}

/** What was asked in this run: the questions of an execution are asked one after the other, each by a run that it interrupts. */
function questionEvents(
  { record, run, content }: RunSpansContext,
  { executionId, spans }: Execution,
  index: number,
  ms: number,
): SpanEvent[] {
  const questions = record.questions.filter((question) => question.executionId === executionId);
  if (questions.length === 0) return [];
  const values = content?.questions.get(executionId) ?? [];
  const asking = spans.flatMap((span, position) =>
    isAskedIn(record, span.runId, executionId) ? position : [],
  );
  // A record that does not say which runs asked has them all at the last span.
  const positionOf = (order: number): number =>
    asking.length === questions.length ? (asking[order] ?? spans.length - 1) : spans.length - 1;
  return questions.flatMap(({ interruptId, status, index: questionIndex }, order) =>
    positionOf(order) === index
      ? {
          name: studioAttributes.question,
          ms,
          attributes: definedAttributes({
            [studioAttributes.questionId]: interruptId,
            [studioAttributes.questionIndex]: questionIndex,
            [studioAttributes.questionStatus]: status,
            [studioAttributes.questionValue]: values[order] ?? null,
            [studioAttributes.runId]: run.runId,
          }),
        }
      : [],
  );
}

function isAskedIn({ runs }: ThreadRecord, runId: string | null, executionId: string): boolean {
  const ending = runs.find((run) => run.runId === runId)?.ending;
  return ending?.kind === 'interrupted' && ending.executionIds.includes(executionId);
}

/** In one span of an execution, which has this id and these times. */
interface InsideExecution {
  readonly execution: Execution;
  readonly span: ExecutionSpan;
  readonly spanId: string;
  readonly times: SpanTimes;
}

interface UsageOfExecution extends InsideExecution {
  readonly usage: ModelUsage;
  readonly order: number;
}

/** The calls of one model: how many there were, and when, no record says. */
function modelSpan(
  { record, run, trace }: RunSpansContext,
  { usage, order, execution, span, spanId, times }: UsageOfExecution,
): TraceSpan {
  const { model, input, cached, output } = usage;
  const { startMs, endMs, attributes } = timesInside(span, times);
  return {
    traceId: trace.traceId,
    spanId: spanIdOf(record.threadId, run.runId, execution.executionId, 'model', String(order)),
    parent: { spanId, isRemote: false },
    traceState: null,
    name: model === null ? 'chat' : `chat ${model}`,
    startMs,
    endMs,
    status: { code: 'unset' },
    attributes: {
      ...definedAttributes({
        [SemanticConventions.OPENINFERENCE_SPAN_KIND]: OpenInferenceSpanKind.LLM,
        [SESSION_ID]: record.threadId,
        [genAi.operation]: 'chat',
        [genAi.conversationId]: record.threadId,
        [genAi.responseModel]: model,
        [genAi.inputTokens]: input,
        [genAi.cachedTokens]: cached === 0 ? null : cached,
        [genAi.outputTokens]: output,
        [LLM_MODEL_NAME]: model,
        [LLM_TOKEN_COUNT_PROMPT]: input,
        [LLM_TOKEN_COUNT_PROMPT_DETAILS_CACHE_READ]: cached === 0 ? null : cached,
        [LLM_TOKEN_COUNT_COMPLETION]: output,
        [LLM_TOKEN_COUNT_TOTAL]: input + output,
        [studioAttributes.runId]: run.runId,
        [studioAttributes.usageScope]: 'all calls of the node',
      }),
      ...attributes,
    },
    events: [],
    links: [],
  };
}

/** A tool call that the node answered: when in the node it ran, no record says. */
function toolSpan(
  { record, run, trace, clean }: RunSpansContext,
  { toolCall, execution, span, spanId, times }: InsideExecution & { readonly toolCall: RecordedToolCall },
): TraceSpan {
  const { callId, isError } = toolCall;
  const name = toolCall.name === null ? null : clean(toolCall.name);
  const { startMs, endMs, attributes } = timesInside(span, times);
  return {
    traceId: trace.traceId,
    spanId: spanIdOf(record.threadId, run.runId, execution.executionId, 'tool', callId),
    parent: { spanId, isRemote: false },
    traceState: null,
    name: name === null ? 'execute_tool' : `execute_tool ${name}`,
    startMs,
    endMs,
    status: isError ? { code: 'error', message: 'The tool answered with an error.' } : { code: 'unset' },
    attributes: {
      ...definedAttributes({
        [SemanticConventions.OPENINFERENCE_SPAN_KIND]: OpenInferenceSpanKind.TOOL,
        [SESSION_ID]: record.threadId,
        [genAi.operation]: 'execute_tool',
        [genAi.conversationId]: record.threadId,
        [genAi.toolName]: name,
        [genAi.toolCallId]: callId,
        [TOOL_NAME]: name,
        [TOOL_CALL_ID]: callId,
        [studioAttributes.runId]: run.runId,
      }),
      ...attributes,
      ...(isError ? { [ATTR_ERROR_TYPE]: ERROR_TYPE_VALUE_OTHER } : {}),
    },
    events: [],
    links: [],
  };
}
