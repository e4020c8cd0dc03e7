import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ThreadState } from '../../shared/model/thread.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { CheckpointDiff, type ComparedWith } from './CheckpointDiff.tsx';

afterEach(cleanup);

const state = (checkpointId: string, values: Readonly<Record<string, string>>): ThreadState => ({
  threadId: 't',
  checkpointId,
  parentId: null,
  createdAt: null,
  step: 0,
  source: 'loop',
  valuesText: JSON.stringify(values),
  metadataText: '{}',
  next: [],
  tasks: [],
  interrupts: [],
});

function Diff() {
  const [chosen, setChosen] = useState<ComparedWith>('at c1');
  return (
    <>
      <button type="button" onClick={() => setChosen('at c2')}>
        Other
      </button>
      <CheckpointDiff
        connectionId="c"
        state={state('c9', { topic: 'now' })}
        checkpointNs="inner:1"
        draftText={null}
        chosen={chosen}
        onChoose={setChosen}
      />
    </>
  );
}

it('shows no difference with another checkpoint of a subgraph while the chosen one is read', async () => {
  let answer: () => void = () => undefined;
  renderView(<Diff />, {
    calls: {
      'threads.state': async ({ checkpointId }) => {
        if (checkpointId === 'c1') return state('c1', { topic: 'first' });
        await new Promise<void>((resolve) => (answer = resolve));
        return state('c2', { topic: 'now', draft: 'second' });
      },
    },
  });
  await screen.findByText('1 changed');
  await userEvent.click(screen.getByRole('button', { name: 'Other' }));
  await screen.findByText('Loading the other checkpoint…');
  expect(screen.queryByText('1 changed')).toBeNull();
  answer();
  await screen.findByText('1 removed');
});
