import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  installQuitQuestion,
  quitAnswers,
  quitMessage,
  type QuitAnswer,
  type QuitQuestionOptions,
} from './confirm-quit.ts';

class FakeApp extends EventEmitter {
  quits = 0;
  quit = (): void => {
    let isPrevented = false;
    this.emit('before-quit', { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) this.quits += 1;
  };
}

function setUp(pending: number) {
  const app = new FakeApp();
  const state = { pending, windows: 1, shown: 0, asked: 0, timers: new Set<() => void>() };
  let answer: (answer: QuitAnswer) => void = () => undefined;
  let fail: (why: Error) => void = () => undefined;
  const question = installQuitQuestion({
    app: app as unknown as QuitQuestionOptions['app'],
    pendingWebhooks: () => state.pending,
    ask: () => {
      state.asked += 1;
      return new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
      });
    },
    hasWindow: () => state.windows > 0,
    closeWindows: () => (state.windows = 0),
    showWindow: () => (state.shown += 1),
    every: (_, act) => {
      state.timers.add(act);
      return () => state.timers.delete(act);
    },
    log: () => undefined,
  });
  const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return {
    app,
    state,
    question,
    tick: () => state.timers.forEach((act) => act()),
    answer: (text: QuitAnswer) => {
      answer(text);
      return settled();
    },
    fail: () => {
      fail(new Error('no dialog'));
      return settled();
    },
  };
}

it('the question names the runs, and Escape does not quit', () => {
  const { message, detail, buttons, cancelId, defaultId } = quitMessage({
    heading: '2 runs will still report to the webhook listener.',
    runs: ['Run a on Staging', 'Run b on Staging'],
  });
  expect(message).toContain('2 runs');
  expect(detail).toContain('Run a on Staging\nRun b on Staging\n');
  expect(buttons).toHaveLength(quitAnswers.length);
  expect([quitAnswers[cancelId ?? 0], quitAnswers[defaultId ?? 0]]).toEqual(['cancel', 'keep-listening']);
});

describe('quitting while runs will still report', () => {
  it('asks nothing if none will', () => {
    const { app, state } = setUp(0);
    app.quit();
    expect([app.quits, state.asked]).toEqual([1, 0]);
  });

  it('asks once, and quits if the user says so', async () => {
    const { app, state, answer } = setUp(2);
    app.quit();
    app.quit();
    expect([app.quits, state.asked]).toEqual([0, 1]);
    await answer('quit');
    expect([app.quits, state.asked]).toEqual([1, 1]);
  });

  it('stays without a window until the last has reported', async () => {
    const { app, state, question, answer, tick } = setUp(2);
    app.quit();
    await answer('keep-listening');
    expect([state.windows, question.isWaiting()]).toEqual([0, true]);
    tick();
    state.pending = 1;
    tick();
    expect(app.quits).toBe(0);
    state.pending = 0;
    tick();
    expect([app.quits, question.isWaiting(), state.timers.size]).toEqual([1, false, 0]);
  });

  it('does not close a window that was opened again meanwhile', async () => {
    const { app, state, question, answer, tick } = setUp(1);
    app.quit();
    await answer('keep-listening');
    state.windows = 1;
    state.pending = 0;
    tick();
    expect([app.quits, question.isWaiting()]).toEqual([0, false]);
  });

  it('shows the window again if the user does not want to quit, and asks the next time', async () => {
    const { app, state, answer } = setUp(1);
    app.quit();
    await answer('cancel');
    expect([app.quits, state.shown]).toEqual([0, 1]);
    app.quit();
    expect(state.asked).toBe(2);
  });

  it('asks nobody after a signal, and quits if the question fails', async () => {
    const signalled = setUp(1);
    signalled.question.force();
    signalled.app.quit();
    expect([signalled.app.quits, signalled.state.asked]).toEqual([1, 0]);
    const failing = setUp(1);
    failing.app.quit();
    await failing.fail();
    expect(failing.app.quits).toBe(1);
  });
});
