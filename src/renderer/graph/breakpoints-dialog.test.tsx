import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderView, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import { maxBreakpoints } from '../../shared/model/breakpoint.ts';
import { breakpointsText, parseBreakpoints, plainBreakpoint } from '../shared-ui/stored-breakpoints.ts';
import { draftKey, readDraft, writeDraft } from '../storage/drafts.ts';
import { toastStore } from '../ui/popups/toast-store.ts';
import { useBreakpoints } from '../shared-ui/breakpoints.ts';
import { BreakpointsDialog } from './BreakpointsDialog.tsx';

const owner = { connectionId: 's', assistantId: 'a', graphId: 'g' };
const onClose = vi.fn<() => void>();

function Opened({ nodeId }: { readonly nodeId: string | null }) {
  const breakpoints = useBreakpoints(owner);
  return (
    <BreakpointsDialog
      breakpoints={breakpoints}
      nodeIds={['plan']}
      connectionId={owner.connectionId}
      assistantId={owner.assistantId}
      declared={[]}
      namesDeclared={null}
      nodeId={nodeId}
      onClose={onClose}
    />
  );
}

let app: RenderedApp | null = null;

beforeEach(() => void onClose.mockClear());
afterEach(() => {
  app?.end();
  app = null;
});

it('a typed condition is not lost by one Escape, and is by a second', async () => {
  app = renderView(<Opened nodeId="plan" />, {});
  await userEvent.type(await screen.findByLabelText('Condition'), 'revision > 2');
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('The breakpoint is not saved.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('Cancel asks too, and returns to the list, which closes at once', async () => {
  app = renderView(<Opened nodeId={null} />, {});
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add breakpoint' }));
  await user.type(screen.getByLabelText('Condition'), 'x');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(screen.getByText('No breakpoints')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add breakpoint' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('No breakpoints')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('one breakpoint too many is refused with a reason, and what was typed stays', async () => {
  const full = Array.from({ length: maxBreakpoints }, (_, index) => plainBreakpoint(`n${index}`, 'before'));
  writeDraft(draftKey('graph-breakpoints', owner.connectionId, owner.graphId), breakpointsText(full));
  app = renderView(<Opened nodeId="plan" />, {});
  await userEvent.type(await screen.findByLabelText('Condition'), 'x > 2');
  await userEvent.click(screen.getByRole('button', { name: 'Add breakpoint' }));
  expect(screen.getByRole('alert').textContent).toContain(`At most ${maxBreakpoints} breakpoints`);
  expect(screen.getByLabelText<HTMLInputElement>('Condition').value).toBe('x > 2');
  expect(onClose).not.toHaveBeenCalled();
});

it('the removal of all breakpoints can be undone, which leaves those set since as they are', async () => {
  const conditional = { ...plainBreakpoint('plan', 'before'), id: 'c', condition: 'x > 2' };
  const stored = [plainBreakpoint('plan', 'after'), conditional];
  const key = draftKey('graph-breakpoints', owner.connectionId, owner.graphId);
  writeDraft(key, breakpointsText(stored));
  app = renderView(<Opened nodeId={null} />, {});
  await userEvent.click(await screen.findByRole('button', { name: 'Remove all' }));
  expect(screen.getByText('No breakpoints')).toBeTruthy();
  const since = { ...plainBreakpoint('plan', 'after'), enabled: false };
  act(() => writeDraft(key, breakpointsText([since])));
  const toast = toastStore.getState().toasts.at(-1);
  expect(toast?.act?.label).toBe('Undo');
  act(() => toast?.act?.run());
  expect(parseBreakpoints(readDraft(key))).toEqual([conditional, since]);
  expect(screen.queryByText('No breakpoints')).toBeNull();
});
