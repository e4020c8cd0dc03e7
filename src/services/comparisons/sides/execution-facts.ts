import { rawTextOf, type GraphClient } from '../../../remote-graph/client.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { createTokenCounter, type ModelUsage } from '../../../shared/token-counter.ts';
import { countUsage } from '../../experiments/checks/run-facts.ts';
import { nonEmptyStringOrNull } from '../../parsing/narrow.ts';
import { parseTraceRows } from '../../threads/execution-trace/trace-row.ts';
import { msBetween } from '../../threads/execution-trace/trace-steps.ts';
import { metadataOf } from './read-thread-side.ts';

/** Checkpoints among which the one after a superstep is searched. */
const mostChildren = 20;

/** Longest state that is searched for messages that a result only repeats, in UTF-16 units. */
const longestState = 8_000_000;

/**
 * How long the superstep took that began at a checkpoint, in milliseconds; `null` if that is unknown: nothing followed,
 * several runs went on from there, or another run ended it.
 */
export async function superstepMs(
  client: GraphClient,
  { threadId, checkpointId, parentId, createdAt, step, source, next, metadataText }: ThreadState,
  checkpointNs: string,
  signal: AbortSignal,
): Promise<number | null> {
  if (step === null) return null;
  const wire = await client.threads.getHistory(
    threadId,
    { limit: mostChildren, checkpointNs, metadata: { step: step + 1 } },
    { signal, purpose: 'compare.read' },
  );
  const children = parseTraceRows(rawTextOf(wire)).filter(
    (row) => row.source === 'loop' && row.parentId === checkpointId,
  );
  const [child] = children;
  if (child === undefined || children.length > 1) return null;
  const runId = nonEmptyStringOrNull(metadataOf({ metadataText })['run_id']);
  return msBetween(
    { checkpointId, parentId, createdAt, step, source, runId, next, threadId, tasks: [] },
    child,
  );
}

/** Tokens that messages of a result report, without those that the state before it had; `null` if that is unknown. */
export function usagesOfResult(before: string, result: string | null): readonly ModelUsage[] | null {
  if (result === null || before.length > longestState) return null;
  const counter = createTokenCounter();
  countUsage(counter, before);
  const known = new Map(counter.models().map((usage) => [usage.model, usage]));
  countUsage(counter, result);
  return counter.models().flatMap((usage) => {
    const { input = 0, cached = 0, output = 0 } = known.get(usage.model) ?? {};
    const fresh = {
      model: usage.model,
      input: usage.input - input,
      cached: usage.cached - cached,
      output: usage.output - output,
    };
    return fresh.input === 0 && fresh.output === 0 ? [] : [fresh];
  });
}
