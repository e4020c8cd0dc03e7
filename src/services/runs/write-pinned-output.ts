import { memberTexts } from 'exact-json';
import { ArgumentError, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { Pin } from '../../shared/model/pin.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import type { StateChange, ThreadState } from '../../shared/model/thread.ts';
import { parseJsonInput } from '../common/json-input.ts';
import { asAppError } from '../common/server-errors.ts';
import { updateState } from '../threads/update-state.ts';

// The pins of a request that apply to it. A stateless run has no state to write to.
export function activePins({ pins = [], threadId }: RunRequest): readonly Pin[] {
  return threadId === null ? [] : pins;
}

/**
 * The pin of the node that is to run next; `null` if none has one. Throws an `AppError` (`unsupported`) if the node is
 * not the only task of its superstep: an update of the state as one node drops the tasks beside it.
 */
export function pinOfNext(pins: readonly Pin[], next: readonly string[]): Pin | null {
  const pin = pins.find(({ nodeId }) => next.includes(nodeId));
  if (pin === undefined || next.length === 1) return pin ?? null;
  const { nodeId } = pin;
  const others = [...new Set(next.filter((name) => name !== nodeId))];
  const consequence =
    others.length === 0
      ? `would run ${next.length} times in this superstep`
      : `would run beside ${others.slice(0, maxNames).join(', ')}${others.length > maxNames ? ', …' : ''}`;
  throw new AppError(
    'unsupported',
    `The pinned output of "${nodeId}" was not written: ${nodeId} ${consequence}, and the server would drop the other tasks.`,
    { hint: `Unpin ${nodeId}, or run without pins, to go on from here.` },
  );
}

const maxNames = 3;

/** An error of a pinned output, or of what follows it, that also names the pinned nodes which were written before. */
export function withWrittenPins(error: unknown, writtenIds: readonly string[]): unknown {
  if (writtenIds.length === 0) return error;
  const { code, message, hint, details } = asAppError(error);
  const names = [...new Set(writtenIds)];
  const listed = `${names.slice(0, maxNames).join(', ')}${names.length > maxNames ? ', …' : ''}`;
  return new AppError(code, `${message} Pinned outputs that were written before it: ${listed}.`, {
    ...(hint === null ? {} : { hint }),
    details,
    cause: error,
  });
}

/** Refuses pins whose output can't be written, before anything is sent. Throws an `AppError` (`invalid-input`). */
export function assertPinOutputs(pins: readonly Pin[]): void {
  for (const pin of pins) changesOf(pin);
}

/**
 * Writes a pinned output as its node at a checkpoint, and resolves with the new state. `isHead`: nothing may have come
 * after it. Throws an `AppError` that says whether it was written: `outcome-unknown` if nobody knows.
 */
export async function writePin(
  client: GraphClient,
  threadId: string,
  { checkpointId, isHead }: { readonly checkpointId: string; readonly isHead: boolean },
  pin: Pin,
): Promise<ThreadState> {
  const { nodeId } = pin;
  let isSent = false;
  const onSend = (): void => {
    isSent = true;
  };
  try {
    const expectedHeadId = isHead ? checkpointId : null;
    const edit = { threadId, checkpointId, expectedHeadId, asNode: nodeId, changes: changesOf(pin), onSend };
    const { state } = await updateState(client, edit, new AbortController().signal);
    return state;
  } catch (error) {
    throw pinError(nodeId, error, isSent);
  }
}

function pinError(nodeId: string, cause: unknown, isSent: boolean): AppError {
  const { code, message, details } = asAppError(cause);
  if (details['written'] === 'yes')
    return new AppError(
      code,
      `The pinned output was written as "${nodeId}", but the result is unclear. ${message}`,
      { hint: 'Look at the story before you go on.', details, cause },
    );
  if (!isSent || cause instanceof ArgumentError || details['sent'] === 'no' || isRefusal(details['status']))
    return new AppError(code, `The pinned output could not be written as "${nodeId}". ${message}`, {
      hint: `It was not written. Edit the pin or unpin ${nodeId}, and run again.`,
      details,
      cause,
    });
  return new AppError(
    'outcome-unknown',
    `It is unknown whether the pinned output was written as "${nodeId}". ${message}`,
    {
      hint: 'Look at the story: if it was written, go on from there, else run again.',
      details,
      cause,
    },
  );
}

// 408 and the 499 of a proxy say that somebody stopped waiting. A 5xx may come after the write.
function isRefusal(status: string | undefined): boolean {
  return status !== undefined && /^4\d\d$/.test(status) && !['408', '499'].includes(status);
}

function changesOf({ nodeId, outputText }: Pin): StateChange[] {
  const { text } = parseJsonInput(outputText, `The pinned output of "${nodeId}"`);
  const trimmed = text.trim();
  if (trimmed === 'null') return [];
  if (!trimmed.startsWith('{'))
    throw new AppError('invalid-input', `The pinned output of "${nodeId}" must be a JSON object or null.`, {
      hint: 'Write it as {"key": value}, with keys of the state. Nothing was sent.',
    });
  return memberTexts(trimmed).map((member) => ({ key: member.key, valueText: member.text }));
}
