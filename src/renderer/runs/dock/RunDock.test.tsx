import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import {
  createBackEnd,
  finished,
  planned,
  question,
  questionRecord,
  run,
  showDock,
  state,
  thread,
} from '../../../testing/renderer/run-dock-window.tsx';
import { taskResult, buildFrames, taskStart } from '../../../testing/renderer/run-frame-builder.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { compareTray } from '../../shared-ui/compare-tray.ts';
import { emit } from '../../shared-ui/window-events.ts';
import { flushDrafts, writeDraft } from '../../storage/drafts.ts';
import type { JsonEditorProps } from '../../ui/json-editor/json-editor-props.ts';
import { buildRunBatch as batch } from '../../../testing/renderer/stub-handlers.ts';

vi.mock('../../ui/json-editor/JsonEditor.tsx', () => ({
  JsonEditor: ({ label, value, onChange, onSubmit }: JsonEditorProps) => (
    <textarea
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => (event.key === 'Enter' && event.ctrlKey ? onSubmit?.() : undefined)}
    />
  ),
}));

const input = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Input' });
const button = (name: RegExp | string) => screen.findByRole<HTMLButtonElement>('button', { name });
const enabledButton = (name: string) =>
  waitFor(async () => {
    const found = await button(name);
    expect(found.getAttribute('aria-disabled')).not.toBe('true');
    return found;
  });
const statusOfRun = () => screen.getByTestId('run-status').dataset['status'];

beforeEach(() => {
  localStorage.clear();
  for (const key of ['input/c/a', 'answer/c/t/0123456789abcdef', 'run-options/c/a']) writeDraft(key, null);
  writeDraft('past-inputs/c/a', null);
  writeDraft('input-mode/c/a', 'json');
  flushDrafts();
});
afterEach(cleanup);

describe('RunDock', () => {
  it('starts a run with the input of the schema, on a new thread when there is none', async () => {
    const { back, activity } = showDock(createBackEnd(), null);
    await waitFor(async () => expect((await input()).value).toContain('"news"'));
    fireEvent.click(await button(/^Run/));
    await waitFor(() => expect(back.started).toHaveLength(1));
    expect(back.started[0]).toMatchObject({
      threadId: 't',
      assistantId: 'a',
      checkpointId: null,
      trigger: { kind: 'input' },
      options: { webhook: { kind: 'none' } },
    });
    back.send(batch(planned));
    await waitFor(() => expect(activity.get('plan').status).toBe('running'));
    expect(await enabledButton('Stop')).toBeTruthy();
    expect(statusOfRun()).toBe('running');
    back.send(
      batch(
        buildFrames(
          ['metadata', {}],
          taskStart('1', 'plan'),
          ['values', { topic: 'x' }],
          taskResult('1', 'plan'),
        ).slice(3),
        finished,
      ),
    );
    await waitFor(() => expect(statusOfRun()).toBe('finished'));
    expect(activity.get('plan')).toMatchObject({ status: 'finished', visits: 1 });
    expect((await button('Stop')).getAttribute('aria-disabled')).toBe('true');
  });

  it('holds a run back while a new thread is being created, which would run on the thread that was left', async () => {
    const { back, client } = showDock(createBackEnd());
    fireEvent.change(await input(), { target: { value: '{"typed":3}' } });
    const runButton = await button(/^Run/);
    await waitFor(() => expect(runButton.disabled).toBe(false));
    let finish = (): void => undefined;
    const created = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const mutationKey = queryKeys.threadCreation('c');
    const ended = client
      .getMutationCache()
      .build(client, { mutationKey, mutationFn: () => created })
      .execute(undefined);
    await waitFor(() => expect(runButton.disabled).toBe(true));
    expect(runButton.title).toBe('The new thread is being created.');
    fireEvent.keyDown(await input(), { key: 'Enter', ctrlKey: true });
    finish();
    await act(() => ended);
    await waitFor(() => expect(runButton.disabled).toBe(false));
    expect(back.started).toEqual([]);
    fireEvent.click(runButton);
    await waitFor(() => expect(back.started).toHaveLength(1));
  });

  it('says where a text is not JSON, and does not send it', async () => {
    const { back } = showDock(createBackEnd());
    fireEvent.change(await input(), { target: { value: '{\n "a": }' } });
    expect(await screen.findByText(/line 2, column 7/)).toBeTruthy();
    expect((await button(/^Run/)).disabled).toBe(true);
    fireEvent.keyDown(await input(), { key: 'Enter', ctrlKey: true });
    expect(back.started).toEqual([]);
  });

  it('runs nothing while a setting of the assistant has what is no value', async () => {
    const backEnd = createBackEnd();
    const schemasOf = backEnd.handlers.calls['assistants.schemas'];
    const contextText = '{"type":"object","properties":{"limit":{"type":"number"}}}';
    const calls: typeof backEnd.handlers.calls = {
      ...backEnd.handlers.calls,
      'assistants.schemas': async (...given) => ({ ...(await schemasOf(...given)), contextText }),
    };
    const { back } = showDock({ ...backEnd, handlers: { ...backEnd.handlers, calls } });
    fireEvent.click(await screen.findByRole('button', { name: /^Set limit/ }));
    const limit = await screen.findByRole('textbox', { name: /^limit/ });
    fireEvent.change(limit, { target: { value: '2,5' } });
    await waitFor(async () => expect((await button(/^Run/)).disabled).toBe(true));
    fireEvent.change(limit, { target: { value: '2.5' } });
    await waitFor(async () => expect((await button(/^Run/)).disabled).toBe(false));
    fireEvent.click(await button(/^Run/));
    await waitFor(() => expect(back.started[0]?.options.contextText).toBe('{"limit":2.5}'));
  });

  it('keeps what was typed, and offers what was sent before', async () => {
    const first = showDock(createBackEnd());
    fireEvent.change(await input(), { target: { value: '{"typed":1}' } });
    cleanup();
    showDock(createBackEnd());
    expect((await input()).value).toBe('{"typed":1}');
    fireEvent.click(await button(/^Run/));
    expect(await button('Past inputs')).toBeTruthy();
    expect(first.back.started).toEqual([]);
  });

  it('shows why a run could not be started, and keeps the input', async () => {
    const backEnd = createBackEnd();
    backEnd.back.startProblem = new AppError('thread-busy', 'A run is under way on this thread.', {
      details: { server: 'Thread is already running a task.' },
    });
    showDock(backEnd);
    fireEvent.change(await input(), { target: { value: '{"typed":2}' } });
    fireEvent.click(await button(/^Run/));
    expect(await screen.findByText('A run is under way on this thread.')).toBeTruthy();
    expect((await input()).value).toBe('{"typed":2}');
  });

  it('re-attaches to a run that is under way, and stops it when asked', async () => {
    const backEnd = createBackEnd();
    backEnd.back.runs = [run('r1', 'running'), run('r0', 'success')];
    backEnd.back.batches.push(batch(planned));
    const { back } = showDock(backEnd);
    expect(await screen.findByTestId('task-plan')).toBeTruthy();
    fireEvent.click(await enabledButton('Stop'));
    expect(await screen.findByText(/^Run cancelled\./)).toBeTruthy();
    expect(back.cancelled).toEqual(['r1']);
  });

  it('says of runs that could not be listed neither that there are none nor that it is the first', async () => {
    const backEnd = createBackEnd();
    backEnd.back.state = { ...state, checkpointId: null };
    backEnd.back.listProblem = new AppError('unreachable', 'The server does not answer.');
    const { back } = showDock(backEnd);
    const notice = await screen.findByText('The server does not answer.');
    expect(notice.parentElement?.textContent).toContain('Could not load runs');
    expect(screen.queryByText(/^No runs/)).toBeNull();
    expect(screen.queryByText('First run')).toBeNull();
    back.listProblem = null;
    fireEvent.click(await button('Try again'));
    expect(await screen.findByText('No runs yet')).toBeTruthy();
    expect(await screen.findByText('First run')).toBeTruthy();
  });

  it('says without a thread that none is selected, and nothing of runs', async () => {
    showDock(createBackEnd(), null);
    expect(await screen.findByText('No thread selected')).toBeTruthy();
    expect(screen.queryByText(/^No runs/)).toBeNull();
  });

  it.each([
    { listed: 200, count: '200', titles: ['Turn of run #199', 'Turn of run #200'] },
    { listed: 201, count: '200+', titles: ['Turn of run r1', 'Turn of run r0'] },
  ])('counts $count runs of $listed, and numbers none when there are older ones', async (expected) => {
    const backEnd = createBackEnd();
    backEnd.back.runs = Array.from({ length: expected.listed }, (_, index) => run(`r${index}`, 'success'));
    backEnd.back.batches.push(batch(planned, finished));
    showDock(backEnd);
    const tab = await screen.findByRole('tab', { name: /^Runs/ });
    expect(tab.textContent).toBe(`Runs${expected.count}`);
    fireEvent.click(await button('Compare with the last run'));
    const { left, right } = compareTray();
    expect([left?.title, right?.title]).toEqual(expected.titles);
  });

  it('names the stop that failed, until the server answers again or the run has ended', async () => {
    const backEnd = createBackEnd();
    backEnd.back.runs = [run('r1', 'running')];
    backEnd.back.batches.push(batch(planned));
    backEnd.back.stopProblem = new AppError('unreachable', 'The server does not answer.');
    const { back } = showDock(backEnd);
    fireEvent.click(await enabledButton('Stop'));
    const note = async () => (await screen.findByRole('alert')).textContent;
    expect(await note()).toContain('Stop failed: The server does not answer.');
    act(() => emit({ type: 'server-returned', connectionId: 'another' }));
    expect(await note()).toContain('Stop failed');
    act(() => emit({ type: 'server-returned', connectionId: 'c' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());

    back.stopProblem = new AppError('server-failed', 'The server failed.');
    fireEvent.click(await enabledButton('Roll back'));
    expect(await note()).toContain('Rollback failed: The server failed.');
    act(() => emit({ type: 'server-returned', connectionId: 'c' }));
    expect(await note()).toContain('Rollback failed: The server failed.');
    back.send({ ...batch([], finished), from: planned.length });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('names the start that failed because the server was away, until it answers', async () => {
    const backEnd = createBackEnd();
    backEnd.back.startProblem = new AppError('unreachable', 'The server does not answer.');
    showDock(backEnd);
    fireEvent.change(await input(), { target: { value: '{"typed":3}' } });
    fireEvent.click(await button(/^Run/));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Could not start the run: The server does not answer.',
    );
    act(() => emit({ type: 'server-returned', connectionId: 'c' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect((await input()).value).toBe('{"typed":3}');
  });

  it('a start that may have happened is not called failed, not offered again, and stays said', async () => {
    const backEnd = createBackEnd();
    backEnd.back.startProblem = new AppError('outcome-unknown', 'The run may have started.', {
      hint: 'Check the runs of the thread before you start it again.',
    });
    showDock(backEnd);
    fireEvent.click(await button(/^Run/));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toMatch(/^The run may have started\.Check the runs/);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    act(() => emit({ type: 'server-returned', connectionId: 'c' }));
    expect(screen.getByRole('alert')).toBe(notice);
  });

  it('a start may have happened if the connection to the studio was lost after it was sent, and only then', async () => {
    const backEnd = createBackEnd();
    backEnd.back.startProblem = new AppError('port-closed', 'Connection lost.', { details: { sent: 'no' } });
    showDock(backEnd);
    fireEvent.click(await button(/^Run/));
    const failed = await screen.findByText('Connection lost.');
    backEnd.back.startProblem = new AppError('port-closed', 'Connection lost.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(failed.isConnected).toBe(false));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toMatch(/^The run may have started: the connection to the studio was lost/);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('offers the answer first while the thread waits, and sends it by interrupt id with its JSON type', async () => {
    const backEnd = createBackEnd();
    backEnd.back.runs = [run('r1', 'success')];
    backEnd.back.state = question;
    backEnd.back.record = questionRecord;
    backEnd.back.batches.push(batch(planned, { ...finished, outcome: 'interrupted' }));
    const { back, activity } = showDock(backEnd);
    expect(await screen.findByText('Publish?')).toBeTruthy();
    expect(screen.getByText(/9007199254740993/)).toBeTruthy();
    await waitFor(() => expect(activity.get('review').status).toBe('waiting'));
    const reject = screen.getByRole('button', { name: 'Reject' });
    await waitFor(() => expect(reject.getAttribute('aria-disabled')).toBeNull());
    fireEvent.click(reject);
    await waitFor(() => expect(back.started).toHaveLength(1));
    expect(back.started[0]?.trigger).toEqual({
      kind: 'resume',
      answers: [{ interruptId: '0123456789abcdef', valueText: 'false' }],
      goto: [],
      updateText: null,
    });
  });

  it('says once who answered first, and that the second answer was not sent', async () => {
    const backEnd = createBackEnd();
    backEnd.back.runs = [run('r1', 'success')];
    backEnd.back.state = question;
    backEnd.back.batches.push(batch(planned, { ...finished, outcome: 'interrupted' }));
    const { back } = showDock(backEnd);
    const reject = await screen.findByRole('button', { name: 'Reject' });
    await waitFor(() => expect(reject.getAttribute('aria-disabled')).toBeNull());
    const answers = [{ interruptId: '0123456789abcdef', valueText: 'true' }];
    const resume = { kind: 'resume', checkpointId: null } as const;
    // Their run has sent nothing yet.
    back.batches.length = 0;
    back.runs = [{ ...run('theirs', 'running'), origin: resume, answers, byStudio: true }, ...back.runs];
    fireEvent.click(reject);
    const notice = await screen.findByText(/in another window/);
    expect(notice.textContent).toContain('Answered in another window: true');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'Answered in another window: true. Your answer was not sent.',
      ),
    );
    expect(screen.getAllByText(/in another window/)).toHaveLength(1);
    expect(screen.getAllByText(/not sent/)).toHaveLength(1);
    expect(back.started).toEqual([]);
  });

  it('warns that a new run discards what waits', async () => {
    const backEnd = createBackEnd();
    backEnd.back.state = question;
    showDock(backEnd);
    const tab = await screen.findByRole('tab', { name: 'Input' });
    await screen.findByRole('tab', { name: 'Resume' });
    fireEvent.mouseDown(tab, { button: 0 });
    expect(await screen.findByText(/discards the pending interrupts of review/)).toBeTruthy();
  });

  it('goes on from a breakpoint without an answer', async () => {
    const backEnd = createBackEnd();
    backEnd.back.state = { ...state, next: ['publish'] };
    const { back } = showDock(backEnd);
    fireEvent.click(await button('Continue'));
    await waitFor(() => expect(back.started[0]?.trigger).toEqual({ kind: 'continue' }));
  });

  it('runs from the chosen checkpoint and says so', async () => {
    const { back } = showDock(createBackEnd(), thread, 'checkpoint-7');
    expect(await screen.findByText('checkpoint checkpoint-7')).toBeTruthy();
    fireEvent.click(await button('Continue from here'));
    await waitFor(() =>
      expect(back.started[0]).toMatchObject({ checkpointId: 'checkpoint-7', trigger: { kind: 'continue' } }),
    );
    await waitFor(() => expect(screen.queryByText('checkpoint-7')).toBeNull());
  });

  it("shows the server's words for a failed run, and what it had by then", async () => {
    const backEnd = createBackEnd();
    backEnd.back.runs = [run('r1', 'error')];
    backEnd.back.batches.push(
      batch(planned, { outcome: 'failed', error: 'BoomError: it broke', incomplete: true }),
    );
    showDock(backEnd);
    expect(await screen.findByText(/Some events of this run are missing/)).toBeTruthy();
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Output' }), { button: 0 });
    expect((await screen.findByTestId('run-error')).textContent).toBe('BoomError: it broke');
    expect(screen.getByText(/"topic": "x"/)).toBeTruthy();
  });
});
