import {
  AGENT_NAME,
  OpenInferenceSpanKind,
  SemanticConventions,
  SESSION_ID,
} from '@arizeai/openinference-semantic-conventions';
import type { RecordedRun, RunEnding, ThreadRecord } from '../../shared/model/thread-record.ts';
import { genAi, studioAttributes } from './attribute-names.ts';
import { contentAttributes } from './content-attributes.ts';
import { executionSpans } from './execution-spans.ts';
import type { RunContent } from './run-content.ts';
import { errorAttributes, exceptionEvent } from './run-error.ts';
import { linksOfRun } from './run-links.ts';
import { timesOfRun } from './span-times.ts';
import type { TraceContext } from './trace-context.ts';
import type { RunTrace } from './trace-ids.ts';
import { definedAttributes, type SpanStatus, type TraceSpan } from './trace-span.ts';

export interface RunSpansRequest {
  readonly record: ThreadRecord;
  readonly run: RecordedRun;
  /** Of all runs of the thread, by their ids. */
  readonly traces: ReadonlyMap<string, RunTrace>;
  readonly context: TraceContext | null;
  /** Of its assistant; `null` if unknown. */
  readonly agentName: string | null;
  readonly content: RunContent | null;
  /** Removes secrets from a text of the server, and bounds it. */
  readonly clean: (text: string) => string;
}

/**
 * A run that has ended as the spans of a trace: the run itself, what ran in it, nested as its subgraphs are, and the
 * tokens of models. Empty if its times are unknown: a span must have them.
 */
export function spansOfRun(request: RunSpansRequest): readonly TraceSpan[] {
  const { record, run, traces, context, agentName, content, clean } = request;
  const trace = traces.get(run.runId);
  const times = timesOfRun(record, run);
  if (trace === undefined || times === null) return [];
  const { ending } = run;
  const error = ending?.kind === 'failed' ? clean(ending.error ?? '') : null;
  const root: TraceSpan = {
    traceId: trace.traceId,
    spanId: trace.rootSpanId,
    parent: context === null ? null : { spanId: context.spanId, isRemote: true },
    traceState: context?.traceState ?? null,
    name: agentName === null ? 'invoke_agent' : `invoke_agent ${agentName}`,
    startMs: times.startMs,
    endMs: times.endMs,
    status: statusOf(ending, error),
    attributes: {
      ...definedAttributes({
        [SemanticConventions.OPENINFERENCE_SPAN_KIND]: OpenInferenceSpanKind.AGENT,
        [SESSION_ID]: record.threadId,
        [AGENT_NAME]: agentName,
        [genAi.operation]: 'invoke_agent',
        [genAi.agentId]: run.assistantId,
        [genAi.agentName]: agentName,
        [genAi.conversationId]: record.threadId,
        [studioAttributes.runId]: run.runId,
        [studioAttributes.runOrigin]: run.origin.kind,
        [studioAttributes.runEnding]: ending?.kind ?? null,
        [studioAttributes.runEndingReason]: ending === null ? null : reasonOf(ending),
        [studioAttributes.gaps]: record.gaps.map(({ kind }) => kind),
        [studioAttributes.contentMissing]: content?.isCut === true ? true : null,
      }),
      ...times.attributes,
      ...(error === null ? {} : errorAttributes(error)),
      ...contentAttributes(content?.run),
    },
    // The node that failed has it.
    events:
      error !== null && ending?.kind === 'failed' && ending.executionId === null
        ? [exceptionEvent(error, times.endMs)]
        : [],
    links: linksOfRun(record, run, traces),
  };
  return [root, ...executionSpans({ record, run, trace, times, content, clean })];
}

function statusOf(ending: RunEnding | null, error: string | null): SpanStatus {
  if (error !== null) return { code: 'error', message: error };
  if (ending?.kind === 'timed-out') return { code: 'error', message: 'timed out' };
  return { code: ending?.kind === 'finished' ? 'ok' : 'unset' };
}

function reasonOf(ending: RunEnding): string | null {
  if (ending.kind === 'failed' && ending.isRecursionLimit) return 'recursion limit';
  if (ending.kind === 'unknown') return ending.why;
  if (ending.kind !== 'paused' || ending.place === 'unknown') return null;
  return `${ending.place} ${ending.nodes.join(', ')}`.trim();
}
