import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import {
  assistant,
  createBackEnd,
  question,
  run,
  showDock,
  thread,
} from '../../../testing/renderer/run-dock-window.tsx';
import { flushDrafts, writeDraft } from '../../storage/drafts.ts';
import type { JsonEditorProps } from '../../ui/json-editor/json-editor-props.ts';

vi.mock('../../ui/json-editor/JsonEditor.tsx', () => ({
  JsonEditor: ({ label, value, onChange }: JsonEditorProps) => (
    <textarea aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} />
  ),
}));

const otherThread = { ...thread, threadId: 'u' };
const otherAssistant = { ...assistant, assistantId: 'b', name: 'other' };

const input = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Input' });
const write = async (value: string): Promise<unknown> =>
  fireEvent.change(await input(), { target: { value } });
const clickRun = async (): Promise<unknown> =>
  fireEvent.click(await screen.findByRole('button', { name: /^Run/ }));
const tryAgain = () => screen.queryByRole('button', { name: 'Try again' });
const busy = () => new AppError('thread-busy', 'A run is under way on this thread.');

beforeEach(() => {
  localStorage.clear();
  for (const id of ['a', 'b']) {
    writeDraft(`input/c/${id}`, null);
    writeDraft(`past-inputs/c/${id}`, null);
    writeDraft(`input-mode/c/${id}`, 'json');
  }
  flushDrafts();
});
afterEach(cleanup);

describe('a start that failed', () => {
  async function failToStart() {
    const backEnd = createBackEnd();
    backEnd.back.startProblem = busy();
    const window = showDock(backEnd);
    await write('{"typed":2}');
    await clickRun();
    await waitFor(() => expect(tryAgain()).toBeTruthy());
    return window;
  }

  it('is named for its thread and assistant only, and is not there when somebody comes back', async () => {
    const { select } = await failToStart();
    select({ thread: otherThread, assistant });
    expect(screen.queryByRole('alert')).toBeNull();
    select({ thread, assistant });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not named for another assistant', async () => {
    const { select } = await failToStart();
    select({ thread, assistant: otherAssistant });
    expect(await input()).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is tried again with the input that it was about', async () => {
    const { back } = await failToStart();
    await write('{"typed":3}');
    expect(tryAgain()).toBeNull();
    await write('{"typed":2}');
    back.startProblem = null;
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(back.started).toHaveLength(1));
    expect(back.started[0]).toMatchObject({
      assistantId: 'a',
      threadId: 't',
      trigger: { kind: 'input', inputText: '{"typed":2}' },
    });
  });
});

describe('a start that is under way', () => {
  it('neither keeps another thread from running nor shows its run there', async () => {
    const backEnd = createBackEnd();
    let accept = (): void => undefined;
    backEnd.back.starts.push(() => new Promise((resolve) => (accept = resolve)));
    const { back, select } = showDock(backEnd);
    await write('{"typed":2}');
    await clickRun();
    expect(await screen.findByRole('button', { name: /Starting/ })).toBeTruthy();

    select({ thread: otherThread, assistant });
    await clickRun();
    await waitFor(() => expect(back.started).toMatchObject([{ threadId: 'u' }]));
    back.startProblem = busy();
    accept();
    await waitFor(() => expect(screen.queryByText(/Starting/)).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();

    // What failed meanwhile is news there.
    select({ thread, assistant });
    expect((await screen.findByRole('alert')).textContent).toContain('A run is under way on this thread.');
  });

  it('does not select the thread that it creates once another one was opened', async () => {
    const backEnd = createBackEnd();
    let accept = (): void => undefined;
    const created = new Promise<void>((resolve) => (accept = resolve));
    const { calls } = backEnd.handlers;
    const handlers = {
      ...backEnd.handlers,
      calls: {
        ...calls,
        'threads.create': async (...given: Parameters<(typeof calls)['threads.create']>) => {
          await created;
          return calls['threads.create'](...given);
        },
      },
    };
    const { back, select } = showDock({ ...backEnd, handlers }, null);
    await write('{"typed":2}');
    await clickRun();
    expect(await screen.findByRole('button', { name: /Starting/ })).toBeTruthy();
    select({ thread: otherThread, assistant });
    accept();
    await waitFor(() => expect(back.started).toMatchObject([{ threadId: 't' }]));
    // The dock still shows the other thread.
    await clickRun();
    await waitFor(() => expect(back.started).toMatchObject([{ threadId: 't' }, { threadId: 'u' }]));
  });
});

it('an answer that came too late is no run to try again, on its thread or elsewhere', async () => {
  const backEnd = createBackEnd();
  backEnd.back.runs = [run('r1', 'success')];
  backEnd.back.state = question;
  const { back, select } = showDock(backEnd);
  const reject = await screen.findByRole('button', { name: 'Reject' });
  await waitFor(() => expect(reject.getAttribute('aria-disabled')).toBeNull());
  const resume = { kind: 'resume', checkpointId: null } as const;
  back.runs = [
    { ...run('theirs', 'success'), origin: resume, answers: [{ interruptId: null, valueText: 'true' }] },
    ...back.runs,
  ];
  back.state = { ...question, interrupts: [], next: [], tasks: [] };
  fireEvent.click(reject);
  const alert = await screen.findByRole('alert');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('Another client answered: true.'),
  );
  expect(alert).toBeTruthy();
  expect(tryAgain()).toBeNull();
  select({ thread: otherThread, assistant: otherAssistant });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(back.started).toEqual([]);
});
