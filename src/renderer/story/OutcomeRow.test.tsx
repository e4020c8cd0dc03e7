import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { RunEnding } from '../../shared/model/thread-record.ts';
import { buildCheckpoint } from '../../testing/renderer/checkpoint-builder.ts';
import { OutcomeRow } from './OutcomeRow.tsx';

afterEach(cleanup);

it('an error that is cut says so, in the row and in its title, and has no half of a character', () => {
  const error = `${'x'.repeat(299)}😀${'y'.repeat(698)}😀`;
  const ending: RunEnding = { kind: 'failed', executionId: null, error, isRecursionLimit: false };
  render(
    <OutcomeRow
      place={{ id: 'row', top: 0, level: 1 }}
      entry={{
        kind: 'outcome',
        key: 'row',
        depth: 0,
        lanes: [],
        checkpoint: buildCheckpoint(),
        outcome: { status: 'failed', executions: [], aborted: [], ending },
        inside: [],
        open: false,
        pause: null,
      }}
      onPick={() => undefined}
      onToggle={() => undefined}
      onMenu={() => undefined}
    />,
  );
  const row = screen.getByTestId('outcome-row');
  expect(row.textContent).toMatch(/x{299}…$/);
  expect(row.title).toMatch(/x{299}😀y{698}…$/u);
});
