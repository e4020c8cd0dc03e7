import { act, cleanup, render } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { dispatch, useCommandHandler, usePendingCommand, type CommandOf } from './command-queue.ts';

type Step = CommandOf<'step-checkpoint'>;
const step = (by: -1 | 1, threadId = 't'): Step => ({
  type: 'step-checkpoint',
  connectionId: 'c',
  threadId,
  by,
});

afterEach(() => {
  cleanup();
  // Whatever a test left pending.
  act(() => vi.runAllTimers());
  vi.useRealTimers();
});

function Pane({ done, threadId = 't' }: { done: (by: number) => void; threadId?: string }) {
  useCommandHandler(
    'step-checkpoint',
    ({ by }) => done(by),
    (command) => command.threadId === threadId,
  );
  return null;
}

function start() {
  vi.useFakeTimers();
  return vi.fn<(by: number) => void>();
}

it('a command reaches a mounted pane at once, and a repeated one again', () => {
  const done = start();
  render(<Pane done={done} />);
  act(() => dispatch(step(1)));
  act(() => dispatch(step(1)));
  expect(done.mock.calls).toEqual([[1], [1]]);
});

it('commands for a pane that is not mounted yet wait for it, and are carried out once in StrictMode', () => {
  const done = start();
  const { rerender } = render(<StrictMode />);
  act(() => {
    dispatch(step(-1));
    dispatch(step(1));
  });
  expect(done).not.toHaveBeenCalled();
  rerender(
    <StrictMode>
      <Pane done={done} />
    </StrictMode>,
  );
  expect(done.mock.calls).toEqual([[-1], [1]]);
});

it('a pane that is mounted again does not carry out a command again', () => {
  const done = start();
  const { rerender } = render(<Pane key="1" done={done} />);
  act(() => dispatch(step(1)));
  rerender(<Pane key="2" done={done} />);
  expect(done).toHaveBeenCalledTimes(1);
});

it('of two panes only one carries out a command', () => {
  const done = start();
  render(
    <>
      <Pane done={done} />
      <Pane done={done} />
    </>,
  );
  act(() => dispatch(step(1)));
  expect(done).toHaveBeenCalledTimes(1);
});

it('a command for another thread waits for that thread, and lets later ones pass', () => {
  const done = start();
  const { rerender } = render(<Pane done={done} />);
  act(() => {
    dispatch(step(-1, 'other'));
    dispatch(step(1));
  });
  expect(done.mock.calls).toEqual([[1]]);
  rerender(<Pane done={done} threadId="other" />);
  expect(done.mock.calls).toEqual([[1], [-1]]);
});

it('each command sees the effect of the one before it', () => {
  start();
  function Counter() {
    const [at, setAt] = useState(5);
    useCommandHandler('step-checkpoint', ({ by }) => setAt(at + by));
    return <output>{at}</output>;
  }
  act(() => {
    for (let count = 0; count < 3; count += 1) dispatch(step(1));
  });
  const { container } = render(<Counter />);
  expect(container.textContent).toBe('8');
});

it('whoever makes room for a pane sees the command that the pane takes', () => {
  const done = start();
  const reveal = vi.fn<() => void>();
  function Room() {
    const command = usePendingCommand('step-checkpoint');
    if (command !== null) reveal();
    return <Pane done={done} />;
  }
  render(<Room />);
  act(() => dispatch(step(1)));
  expect(reveal).toHaveBeenCalled();
  expect(done).toHaveBeenCalledTimes(1);
});

it('a pane that comes too late carries out nothing', () => {
  const done = start();
  dispatch(step(1));
  vi.advanceTimersByTime(15_000);
  render(<Pane done={done} />);
  expect(done).not.toHaveBeenCalled();
});
