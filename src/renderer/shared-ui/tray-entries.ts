import { checkpointSide, executionSide } from '../../shared/compare-side.ts';
import { shortId } from '../ui/display/format.ts';
import type { TrayEntry } from './compare-tray.ts';

interface ThreadRef {
  readonly connectionId: string;
  readonly threadId: string;
}

export interface NamedRun extends ThreadRef {
  readonly runId: string;
  /** Its position in the thread, from 1; `null` if unknown. */
  readonly number: number | null;
  readonly threadName: string | null;
  readonly createdAt: string | null;
}

/** A run, or (`turn`) the run with those that answered or continued it. */
export function runTrayEntry(kind: 'run' | 'turn', run: NamedRun): TrayEntry {
  const { connectionId, threadId, runId, number, threadName, createdAt } = run;
  const word = kind === 'run' ? 'Run' : 'Turn of run';
  return {
    side: { kind, connectionId, threadId, runId },
    title: `${word} ${number === null ? shortId(runId) : `#${number}`}`,
    of: threadName,
    at: createdAt,
  };
}

interface NamedCheckpoint extends ThreadRef {
  readonly checkpointId: string;
  readonly checkpointNs: string;
  readonly step: number | null;
  readonly createdAt: string | null;
}

export function checkpointTrayEntry(checkpoint: NamedCheckpoint): TrayEntry {
  const { checkpointId, step, createdAt } = checkpoint;
  return {
    side: checkpointSide(checkpoint, checkpoint),
    title: `Checkpoint ${step === null ? shortId(checkpointId) : `#${step}`}`,
    of: null,
    at: createdAt,
  };
}

interface NamedExecution extends ThreadRef {
  // Path of node names joined by `:`, subgraph nodes first.
  readonly nodeId: string;
  readonly taskId: string;
  readonly checkpointId: string;
  readonly checkpointNs: string;
  readonly at: string | null;
}

/** One execution of a node, by the checkpoint that lists its task. */
export function executionTrayEntry(execution: NamedExecution): TrayEntry {
  const { nodeId, at } = execution;
  return {
    side: executionSide(execution, execution),
    title: nodeId.replaceAll(':', ' › '),
    of: null,
    at,
  };
}

export function threadTrayEntry(
  thread: ThreadRef & { readonly name: string | null; readonly createdAt: string | null },
): TrayEntry {
  const { connectionId, threadId, name, createdAt } = thread;
  return {
    side: { kind: 'thread', connectionId, threadId },
    title: 'Thread',
    of: name ?? shortId(threadId),
    at: createdAt,
  };
}

/** `version: null`: the one that runs use. */
export function assistantTrayEntry(
  connectionId: string,
  assistant: { readonly assistantId: string; readonly name: string },
  version: number | null,
): TrayEntry {
  return {
    side: { kind: 'assistant', connectionId, assistantId: assistant.assistantId, version },
    title: version === null ? 'Assistant' : `Version ${version}`,
    of: assistant.name,
    at: null,
  };
}
