import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderView, type RenderedApp } from '../../../testing/renderer/render-app.tsx';
import type { BreakpointSide } from '../../../shared/model/breakpoint.ts';
import { useCommandBindings } from '../../commands/command-registry.ts';
import { setKeyOverrides } from '../../commands/keymap.ts';
import { useCanvasKeyboard } from './use-canvas-keyboard.ts';
import type { Camera } from './use-camera.ts';

const ignore = (): void => undefined;
const camera: Camera = {
  fit: ignore,
  showAll: ignore,
  zoomIn: ignore,
  zoomOut: ignore,
  reveal: ignore,
  bringIntoView: ignore,
  zoomTo: ignore,
  keepInPlace: ignore,
  lookAt: ignore,
  onMoveStart: ignore,
};

interface CanvasProps {
  readonly onReset: () => void;
  readonly selectedId?: string;
  readonly onBreak?: (nodeId: string, side: BreakpointSide) => void;
}

function Canvas({ onReset, selectedId, onBreak }: CanvasProps) {
  const { onKeyDown } = useCanvasKeyboard({
    laidOut: {
      visible: { nodes: [], edges: [] },
      direction: 'down',
      layout: { nodes: new Map(), edges: new Map(), width: 0, height: 0 },
    },
    camera,
    selectedId: selectedId ?? null,
    onSelect: ignore,
    onNudge: ignore,
    onReset,
    onMenu: null,
    onBreak: onBreak ?? null,
  });
  return <button type="button" aria-label="Canvas" onKeyDown={onKeyDown} />;
}

it('R alone is left to the window, where it is the key of the run sheet; Shift+R resets positions', async () => {
  const onReset = vi.fn<() => void>();
  const onWindowKey = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener('keydown', onWindowKey);
  render(<Canvas onReset={onReset} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Canvas' }));
  await user.keyboard('r');
  expect(onReset).not.toHaveBeenCalled();
  expect(onWindowKey.mock.calls[0]?.[0].defaultPrevented).toBe(false);
  await user.keyboard('{Shift>}R{/Shift}');
  expect(onReset).toHaveBeenCalledOnce();
  document.removeEventListener('keydown', onWindowKey);
});

let app: RenderedApp | null = null;
afterEach(() => {
  cleanup();
  app?.end();
  app = null;
  setKeyOverrides({});
});

function CanvasOfWindow({ onBreak, onReset }: Required<Pick<CanvasProps, 'onBreak' | 'onReset'>>) {
  useCommandBindings({
    'view.run-sheet': { run: ignore },
    'view.legend': { run: ignore, blocked: 'Not now.' },
    'breakpoint.list': { run: ignore },
  });
  return <Canvas onReset={onReset} selectedId="plan" onBreak={onBreak} />;
}

it('a key that the user gave to a command, and the second key of a sequence, are left to the window', async () => {
  const onBreak = vi.fn<(nodeId: string, side: BreakpointSide) => void>();
  const onReset = vi.fn<() => void>();
  app = renderView(<CanvasOfWindow onBreak={onBreak} onReset={onReset} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Canvas' }));
  await user.keyboard('gb');
  expect(onBreak).not.toHaveBeenCalled();
  await user.keyboard('xb');
  expect(onBreak).toHaveBeenLastCalledWith('plan', 'before');
  onBreak.mockClear();

  setKeyOverrides({ 'view.run-sheet': 'b', 'view.legend': 'R' });
  await user.keyboard('b');
  expect(onBreak).not.toHaveBeenCalled();
  // A command that can't be used now does not take its key.
  await user.keyboard('{Shift>}R{/Shift}');
  expect(onReset).toHaveBeenCalledOnce();
  setKeyOverrides({ 'view.run-sheet': 'R x' });
  await user.keyboard('{Shift>}R{/Shift}');
  expect(onReset).toHaveBeenCalledOnce();
  await user.keyboard('{Shift>}B{/Shift}');
  expect(onBreak).toHaveBeenLastCalledWith('plan', 'after');
});
