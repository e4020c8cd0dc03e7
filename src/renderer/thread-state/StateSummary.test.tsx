import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ThreadState } from '../../shared/model/thread.ts';
import { StateSummary } from './StateSummary.tsx';

afterEach(cleanup);

const state: ThreadState = {
  threadId: 't',
  checkpointId: null,
  parentId: null,
  createdAt: null,
  step: null,
  source: 'loop',
  valuesText: '{}',
  metadataText: '{}',
  next: [],
  tasks: [],
  interrupts: [],
};
const show = (missing?: string[]) =>
  render(
    <StateSummary state={{ ...state, ...(missing ? { missing } : {}) }} facts={null} underWay={false} />,
  );

it('says that nothing runs next only if the server does', () => {
  const { unmount } = show();
  expect(screen.getByTestId('state-next').textContent).toContain('none (finished)');
  expect(screen.queryByTestId('state-missing')).toBeNull();
  unmount();
  show(['next', 'checkpoint']);
  expect(screen.getByTestId('state-next').textContent).not.toContain('finished');
  expect(screen.getByTestId('state-next').textContent).toContain('unknown');
  expect(screen.getByTestId('state-missing').textContent).toContain('without next and checkpoint');
  expect(screen.queryByText('none')).toBeNull();
});
