import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { ContextMenu } from '../ui/popups/ContextMenu.tsx';
import { CopyIdItem } from '../ui/popups/CopyIdItem.tsx';
import { TraceItems } from './TraceItems.tsx';

// The page of the test would be left for the address.
const opened: string[] = [];
beforeEach(() => {
  opened.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.href);
  });
});
afterEach(() => void vi.restoreAllMocks());

const run = { connectionId: 'c', threadId: 't', runId: 'r' };
const menu = (
  <ContextMenu at={{ x: 0, y: 0 }} label="Run" target="run" onClose={() => undefined}>
    <TraceItems {...run} isActive={false} />
    <CopyIdItem what="run" id="r" />
  </ContextMenu>
);

it('nothing leads to LangSmith without a key', async () => {
  let asked = 0;
  const access = async () => {
    asked += 1;
    return { url: 'https://api.smith.langchain.com', last4: null };
  };
  renderView(menu, { calls: { 'langsmith.access': access } });
  await screen.findByText('Copy run ID');
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.queryByText('Open in LangSmith')).toBeNull();
});

it('a trace is opened in LangSmith where it says, once there is a key', async () => {
  const asked: unknown[] = [];
  const traceAddress = async (input: unknown) => {
    asked.push(input);
    return { url: 'https://smith.langchain.com/o/1/r/r' };
  };
  renderView(menu, {
    calls: {
      'langsmith.access': async () => ({ url: 'https://api.smith.langchain.com', last4: '4711' }),
      'langsmith.traceAddress': traceAddress,
      'langsmith.openTrace': traceAddress,
    },
  });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Open in LangSmith' }));
  await waitFor(() => expect(opened).toEqual(['https://smith.langchain.com/o/1/r/r']));
  expect(asked).toEqual([run]);
});
