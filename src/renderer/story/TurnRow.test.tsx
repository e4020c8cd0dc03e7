import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { recordedRun } from '../../testing/thread-records.ts';
import { TurnRow } from './TurnRow.tsx';

afterEach(cleanup);

it('the error of a run that is cut in the title says so', () => {
  const run = recordedRun('r', {
    ending: { kind: 'failed', executionId: null, error: 'x'.repeat(1000), isRecursionLimit: false },
  });
  render(
    <TurnRow
      id="row"
      entry={{
        kind: 'turn',
        key: 'row',
        depth: 0,
        lanes: [],
        open: false,
        turn: {
          turnId: 'r',
          number: 1,
          hasInput: true,
          isCut: false,
          forkOf: null,
          checkpoints: [],
          runs: [run],
          traceless: [run],
        },
      }}
      record={null}
      staleReason={() => null}
      top={0}
      selected={false}
      onToggle={() => undefined}
    />,
  );
  expect(screen.getByTestId('turn-row').title).toMatch(/^Run r: .*x…$/m);
});
