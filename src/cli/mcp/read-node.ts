import { AppError } from '../../shared/app-error.ts';
import type { Execution, ThreadRecord } from '../../shared/model/thread-record.ts';
import { executionsOfNode } from '../../shared/thread-record/node.ts';
import { workedTime } from '../../shared/thread-record/worked-time.ts';
import { RawJson } from '../output/json-document.ts';
import type { Call } from '../session/confirm-writes.ts';
import { didYouMean } from '../session/did-you-mean.ts';
import { readRecord } from '../session/read-record.ts';

interface ThreadRef {
  readonly connectionId: string;
  readonly threadId: string;
}

// A time after which no checkpoint was made: only the newest page of history is read.
const newestOnly = '9999-12-31T00:00:00Z';

// What a node read and wrote when it last ran: its path goes through the subgraphs (`write:draft`). `before`: a checkpoint
// of the thread. Throws `AppError` (`not-found`) if it did not run.
export async function readNode(call: Call, thread: ThreadRef, node: string, before: string | null) {
  const execution = await findExecution(call, thread, node, before);
  const { before: checkpointId, namespace, taskId, status, step, spans, isSent, tokens } = execution;
  if (checkpointId === null) {
    throw new AppError(
      'not-found',
      `No checkpoint has what "${node}" read and wrote: only its events report it.`,
    );
  }
  const level = namespace === '' ? {} : { checkpointNs: namespace };
  const [state, detail] = await Promise.all([
    call('threads.state', { ...thread, checkpointId, ...level }),
    call('threads.task', { ...thread, checkpointId, taskId, ...level }),
  ]);
  const time = workedTime([execution]);
  return {
    node,
    checkpointId,
    taskId,
    // The superstep of the checkpoint that it read.
    step: step === null ? null : step - 1,
    createdAt: state.createdAt,
    status,
    durationMs: time?.ms ?? null,
    durationBound: time?.bound ?? null,
    attempts: spans.at(-1)?.attempts ?? null,
    tokens,
    // A task that a Send started got an input of its own, which no server stores.
    input: isSent ? null : new RawJson(state.valuesText),
    output: detail.resultText === null ? null : new RawJson(detail.resultText),
    error: detail.errorText,
    interrupts: detail.interrupts.map(({ id, valueText }) => ({ id, value: new RawJson(valueText) })),
  };
}

// The last execution of a node that has started; the newest page of history often has it.
async function findExecution(
  call: Call,
  thread: ThreadRef,
  node: string,
  before: string | null,
): Promise<Execution> {
  let record: ThreadRecord | null = null;
  for (const since of [newestOnly, null]) {
    // Sequential on purpose: the second one reads all of the thread.
    record = await readRecord(call, thread, since);
    const lastOfNode = record === null ? null : lastExecution(record, node, before);
    if (lastOfNode !== null) return lastOfNode;
    if (record?.gaps.some(({ kind }) => kind === 'limit') !== true) break;
  }
  if (record === null) throw new AppError('unsupported', 'The server does not report what ran.');
  const names = record.executions.filter(hasStarted).map(({ nodeId }) => nodeId);
  throw new AppError(
    'not-found',
    `No node "${node}" ran on this thread${before === null ? '' : ' before'}.`,
    { hint: names.length === 0 ? 'Nothing ran.' : didYouMean(node, names, 'What ran:') },
  );
}

function lastExecution(record: ThreadRecord, node: string, before: string | null): Execution | null {
  const started = executionsOfNode(record, node, before).filter(({ execution }) => hasStarted(execution));
  const nodeExecution =
    started.findLast(
      ({ isOnBranch, execution }) => isOnBranch && (before === null || execution.before !== before),
    ) ?? (before === null ? started.at(-1) : undefined);
  return nodeExecution?.execution ?? null;
}

function hasStarted({ status }: Execution): boolean {
  return status !== 'next' && status !== 'queued';
}
