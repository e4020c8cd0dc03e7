import { useRef, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { toRunTrigger } from '../shared-ui/resume-props.ts';
import { AnswerRefusedError } from '../run-state/answer-guard.ts';
import { continuationRequest, useStartRun, type RunToStart } from '../run-state/use-start-run.ts';
import { confirmOnce, isNotConfirmed } from '../rpc/confirmations.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { threadKeyOf, type BulkResult, type ThreadAnswers } from './bulk-answers.ts';
import type { InboxItem } from './inbox-items.ts';

export interface BulkAnswerState {
  // One per thread of the last answers; empty before them.
  readonly results: readonly BulkResult[];
  readonly isSending: boolean;
  // Sends thread by thread. Each is asked first whether its questions are still open.
  readonly send: (threads: readonly ThreadAnswers[]) => void;
  readonly forget: () => void;
  // A thread that was answered here and has not changed since: its row only stays until it is read again.
  readonly isAnswered: (row: InboxItem) => boolean;
}

// Sends answers to several threads. One that fails does not keep the others back.
export function useBulkAnswers(): BulkAnswerState {
  const rpc = useRpc();
  const { mutateAsync } = useStartRun();
  const [answeredFor, setAnsweredFor] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  // Set before the next render, which a second click doesn't wait for.
  const isSending = useRef(false);
  const report = (key: string, state: BulkResult['state'], problem: unknown = null): void =>
    setResults((before) => before.map((one) => (one.key === key ? { ...one, state, problem } : one)));
  const sendAll = async (threads: readonly ThreadAnswers[]): Promise<void> => {
    const act = threads.length > 1 ? confirmOnce(rpc) : rpc;
    for (const [index, thread] of threads.entries()) {
      report(thread.key, 'sending');
      try {
        await mutateAsync({ ...runOf(thread), act });
        report(thread.key, 'answered');
        setAnsweredFor((before) => new Map(before).set(thread.key, thread.row.thread.updatedAt));
      } catch (error) {
        report(thread.key, stateOf(error), error);
        if (!isNotConfirmed(error)) continue;
        // The user said no to the act, not to one thread.
        for (const { key } of threads.slice(index + 1)) report(key, 'failed', error);
        return;
      }
    }
  };
  return {
    results,
    isSending: results.some(({ state }) => state === 'waiting' || state === 'sending'),
    send: (threads) => {
      if (isSending.current || threads.length === 0) return;
      isSending.current = true;
      setResults(threads.map(({ key, name }) => ({ key, name, state: 'waiting', problem: null })));
      void sendAll(threads).finally(() => (isSending.current = false));
    },
    forget: () => {
      if (!isSending.current) setResults([]);
    },
    isAnswered: (row) => answeredFor.get(threadKeyOf(row)) === row.thread.updatedAt,
  };
}

function stateOf(error: unknown): BulkResult['state'] {
  if (error instanceof AnswerRefusedError) return 'refused';
  return error instanceof AppError && error.code === 'outcome-unknown' ? 'unknown' : 'failed';
}

function runOf({ row: { server, thread }, command, answering }: ThreadAnswers): RunToStart {
  return {
    request: continuationRequest(server.connectionId, thread, toRunTrigger(command)),
    answering,
  };
}
