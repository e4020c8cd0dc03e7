import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { RunEnd } from '../../../shared/model/run.ts';
import { buildRunBatch } from '../../../testing/renderer/stub-handlers.ts';
import { createRunLogStore } from '../model/run-log-store.ts';
import { OutputView } from './OutputView.tsx';

afterEach(cleanup);

const finished: RunEnd = { outcome: 'finished', error: null, incomplete: false };

/** What the view of a run without values says. */
function textAt(end: RunEnd | null, problem: AppError | null = null, running = false): string {
  const store = createRunLogStore({ connectionId: 'c', threadId: 't', runId: 'r' });
  if (end !== null) store.take({ ...buildRunBatch([]), connectionState: 'ended', end });
  const { container } = render(
    <OutputView log={{ ...store.get(), problem }} running={running} state={null} />,
  );
  return container.textContent ?? '';
}

it('says that no event has values only of a run whose events were read to the end', () => {
  expect(textAt(null, null, true)).toContain('No values yet');
  cleanup();
  expect(textAt(finished)).toContain('No event of the run that was received has values.');
});

it.each([
  ['whose end is unknown', { ...finished, outcome: 'lost' }, null],
  ['of which events are missing', { ...finished, incomplete: true }, null],
  ['that has no end', null, null],
  ['whose events cannot be read', null, new AppError('unreachable', 'It does not answer.')],
] as const)('the values of a run %s are unknown', (_, end, problem) => {
  const text = textAt(end, problem);
  expect(text).toContain('Values unknown');
  expect(text).not.toContain('No values');
});
