import type { App, MessageBoxOptions } from 'electron';
import type { PendingWebhooks } from '../services/webhooks/describe-pending.ts';

// What the user wants while runs will still report: wait for them without a window, quit now, or go on.
export type QuitAnswer = 'keep-listening' | 'quit' | 'cancel';

export const quitAnswers: readonly QuitAnswer[] = ['keep-listening', 'quit', 'cancel'];

// Names the runs that will still report, and says what quitting means for them.
export function quitMessage({ heading, runs }: PendingWebhooks): MessageBoxOptions {
  return {
    type: 'question',
    message: heading,
    detail: [
      ...runs,
      '',
      'Once the studio has quit, these webhooks fail, and a JavaScript server loses a worker for each one that fails.',
      '',
      'If it keeps listening, it stays open without a window and quits after the last report. Start it again to see it.',
    ].join('\n'),
    buttons: ['Keep listening', 'Quit anyway', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  };
}

export interface QuitQuestionOptions {
  readonly app: Pick<App, 'on' | 'quit'>;
  readonly pendingWebhooks: () => number;
  readonly ask: () => Promise<QuitAnswer>;
  readonly hasWindow: () => boolean;
  readonly closeWindows: () => void;
  readonly showWindow: () => void;
  readonly every: (ms: number, act: () => void) => () => void;
  readonly log: (message: string) => void;
}

export interface QuitQuestion {
  // Nobody is asked any more: a signal, or a lost parent.
  force(): void;
  // Whether the studio stays without a window until runs have reported.
  isWaiting(): boolean;
}

// How often is looked whether the last run has reported, in milliseconds.
export const lookMs = 1_000;

// Asks before the program quits while runs will still report: their webhooks would fail, and a JavaScript server
// loses a worker with each (docs/protocol.md, Webhooks).
export function installQuitQuestion(options: QuitQuestionOptions): QuitQuestion {
  const { app, pendingWebhooks, ask, hasWindow, closeWindows, showWindow, every, log } = options;
  let isForced = false;
  let isAsking = false;
  let stopWaiting: (() => void) | null = null;

  const endWait = (): void => {
    stopWaiting?.();
    stopWaiting = null;
  };
  const quit = (): void => {
    endWait();
    isForced = true;
    app.quit();
  };
  const look = (): void => {
    // Somebody opened a window again, and quits by it.
    if (hasWindow()) endWait();
    else if (pendingWebhooks() === 0) quit();
  };
  const act = (answer: QuitAnswer): void => {
    if (answer === 'quit') return quit();
    endWait();
    if (answer === 'cancel') return showWindow();
    stopWaiting = every(lookMs, look);
    closeWindows();
  };

  app.on('before-quit', (event) => {
    if (isForced || pendingWebhooks() === 0) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    ask()
      .then(act, (error: unknown) => {
        log(`The question before quitting failed: ${String(error)}`);
        quit();
      })
      .finally(() => (isAsking = false));
  });

  return {
    force: () => (isForced = true),
    isWaiting: () => stopWaiting !== null,
  };
}
