import { act, cleanup, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { describeError } from '../ui/display/describe-error.ts';
import type { ThreadAnswers } from './bulk-answers.ts';
import { useBulkAnswers, type BulkAnswerState } from './use-bulk-answers.ts';

afterEach(cleanup);

const interrupt = { taskId: 't', index: 0, id: '1', nodeId: 'pay', valueText: '"Pay?"' };

function answersTo(threadId: string): ThreadAnswers {
  const thread = { threadId, graphId: 'g', assistantId: null, name: threadId, updatedAt: 'then', stop: null };
  const server = {
    connectionId: 's',
    name: 's',
    state: 'read' as const,
    threads: [],
    hasMore: false,
    problem: null,
    readAt: null,
  };
  return {
    key: `s ${threadId}`,
    name: threadId,
    row: {
      key: `s ${threadId} 1`,
      server,
      thread,
      interrupt,
      unread: false,
      kind: 'approval',
      line: 'Pay?',
      nodeId: 'pay',
      name: threadId,
      since: null,
    },
    command: { answers: [{ interruptId: '1', valueText: 'true' }], goto: [], updateText: null },
    answering: [interrupt],
  };
}

it('reports for each thread whether it was answered, refused because it no longer asks, not reached, or may have been answered', async () => {
  const rendered = vi.fn<(bulk: BulkAnswerState) => void>();
  function View(): null {
    const bulk = useBulkAnswers();
    useEffect(() => rendered(bulk));
    return null;
  }
  const latest = (): BulkAnswerState | undefined => rendered.mock.lastCall?.[0];
  const { called } = renderView(<View />, {
    calls: {
      'runs.list': () => Promise.resolve([]),
      'inbox.thread': ({ threadId }) =>
        Promise.resolve({
          threadId,
          interrupts: threadId === 'taken' ? [] : [interrupt],
          answered: [],
          next: ['pay'],
          since: null,
        }),
      'runs.start': ({ threadId }) =>
        threadId === 'away'
          ? Promise.reject(new AppError('unreachable', 'The server does not respond.'))
          : threadId === 'cut'
            ? Promise.reject(new AppError('outcome-unknown', 'The run may have started.'))
            : Promise.resolve({ runId: `run of ${threadId}`, threadId }),
    },
  });
  const all = ['away', 'cut', 'taken', 'fine'].map(answersTo);
  act(() => {
    latest()?.send(all);
    // A second click before the next render sends nothing.
    latest()?.send(all);
  });
  expect(latest()?.results.map(({ state }) => state)).not.toContain('answered');
  await waitFor(() => expect(latest()?.isSending).toBe(false));
  expect(
    latest()?.results.map(({ name, state, problem }) => [
      name,
      state,
      problem && describeError(problem).sentence,
    ]),
  ).toEqual([
    ['away', 'failed', 'The server does not respond.'],
    ['cut', 'unknown', 'The run may have started.'],
    ['taken', 'refused', 'This question is no longer open.'],
    ['fine', 'answered', null],
  ]);
  const starts = called.filter(({ method }) => method === 'runs.start');
  expect(starts.map(({ input }) => (input as { threadId: string }).threadId)).toEqual([
    'away',
    'cut',
    'fine',
  ]);
  expect(all.map(({ row }) => latest()?.isAnswered(row))).toEqual([false, false, false, true]);
});
