import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
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

function Canvas({ onReset }: { readonly onReset: () => void }) {
  const { onKeyDown } = useCanvasKeyboard({
    laidOut: {
      visible: { nodes: [], edges: [] },
      direction: 'down',
      layout: { nodes: new Map(), edges: new Map(), width: 0, height: 0 },
    },
    camera,
    selectedId: null,
    onSelect: ignore,
    onNudge: ignore,
    onReset,
    onMenu: null,
    onBreak: null,
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
