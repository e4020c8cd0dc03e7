import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { InboxSnapshot, InboxThreadDetail, InboxThread } from '../../shared/model/inbox.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { AppError } from '../../shared/app-error.ts';
import { renderView, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import { InboxPane } from './panes/InboxPane.tsx';
import { WorkbenchContext, type Workbench } from './use-workbench.ts';

const view = (
  <WorkbenchContext value={{ openThread: async () => undefined } as unknown as Workbench}>
    <InboxPane />
  </WorkbenchContext>
);

let app: RenderedApp;
/** What each thread of the server asks. */
let details: Map<string, InboxThreadDetail>;
/** The server's list of waiting threads changes. */
let list: (threads: readonly InboxThread[]) => void;
/** What happens before the server confirms a run. */
let onStart: () => Promise<void>;

const aWaitingThread = (threadId: string, second: number): InboxThread => ({
  threadId,
  graphId: 'writer',
  assistantId: null,
  name: threadId,
  updatedAt: `2026-11-22T06:00:${String(second).padStart(2, '0')}Z`,
  stop: 'question',
});
const buildInterrupt = (id: string, question: string): PendingInterrupt => ({
  taskId: id,
  index: 0,
  id,
  valueText: JSON.stringify(question),
  nodeId: id,
});
const detailOf = (
  threadId: string,
  interrupts: PendingInterrupt[],
  change: Partial<InboxThreadDetail> = {},
): void =>
  void details.set(threadId, {
    threadId,
    interrupts,
    answered: [],
    next: interrupts.map(({ nodeId }) => nodeId),
    since: null,
    ...change,
  });
const reads = (): number => app.called.filter(({ method }) => method === 'inbox.thread').length;

beforeEach(() => {
  onStart = async () => undefined;
  details = new Map();
  detailOf('mine', [buildInterrupt('remark', 'What else?')]);
  let threads: readonly InboxThread[] = [aWaitingThread('mine', 1)];
  let changed = (): void => undefined;
  list = (next) => {
    threads = next;
    changed();
  };
  app = renderView(view, {
    calls: {
      'inbox.thread': async ({ threadId }) => {
        const found = details.get(threadId);
        if (!found) throw new AppError('unreachable', 'The server is away.');
        return found;
      },
      'runs.start': async () => {
        await onStart();
        return { runId: 'run', threadId: 'mine' };
      },
    },
    streams: {
      async *'inbox.watch'(_input, signal): AsyncGenerator<InboxSnapshot> {
        while (!signal.aborted) {
          const read = { state: 'read', hasMore: false, problem: null, readAt: null } as const;
          const sent = threads;
          yield { servers: [{ connectionId: 'demo', name: 'Demo', threads: [...sent], ...read }] };
          await new Promise<void>((resolve) => {
            changed = resolve;
            signal.addEventListener('abort', () => resolve());
            // The list may have changed before the window took the one that was sent.
            if (threads !== sent) resolve();
          });
        }
      },
    },
  });
});
afterEach(() => {
  app.end();
  cleanup();
  localStorage.clear();
});

const answerField = (node: string) => screen.findByRole('textbox', { name: `Answer to ${node}` });

it('leaves the keyboard in an answer when its thread changes and asks the same', async () => {
  const field = await answerField('remark');
  await userEvent.type(field, 'half an ans');
  list([{ ...aWaitingThread('mine', 2), name: 'renamed' }]);
  expect(await screen.findByRole('heading', { name: 'renamed' })).toBeTruthy();
  await expect.poll(() => reads()).toBe(2);
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('wer');
  expect(field).toHaveProperty('value', 'half an answer');
});

it('leaves the keyboard in an answer when the question beside it is answered elsewhere', async () => {
  detailOf('mine', [buildInterrupt('remark', 'What else?'), buildInterrupt('law', 'Which law?')]);
  list([aWaitingThread('mine', 2)]);
  const field = await answerField('law');
  await userEvent.type(field, 'half');
  detailOf('mine', [buildInterrupt('law', 'Which law?')], {
    answered: [buildInterrupt('remark', 'What else?')],
  });
  list([aWaitingThread('mine', 3)]);
  expect(await screen.findByRole('list', { name: 'Answered' })).toBeTruthy();
  expect(document.activeElement).toBe(field);
});

it('leaves the keyboard in an answer when another thread comes before its own', async () => {
  const field = await answerField('remark');
  await userEvent.type(field, 'half');
  detailOf('newer', [buildInterrupt('law', 'Which law?')]);
  list([aWaitingThread('newer', 2), aWaitingThread('mine', 1)]);
  const options = within(await screen.findByRole('region', { name: 'Inbox' }));
  expect(await options.findByRole('option', { name: /Which law/ })).toBeTruthy();
  expect(document.activeElement).toBe(field);
});

it('makes an answer anew when another question has the same id', async () => {
  const field = await answerField('remark');
  await userEvent.type(field, 'half');
  detailOf('mine', [buildInterrupt('remark', 'Delete everything?')]);
  list([aWaitingThread('mine', 2)]);
  expect(await screen.findAllByText('Delete everything?')).not.toHaveLength(0);
  expect(field.isConnected).toBe(false);
});

it('shows what a breakpoint waits for after it went on to the next one', async () => {
  detailOf('mine', [], { next: ['plan'] });
  list([aWaitingThread('mine', 2)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Sent')).toBeTruthy();
  // A node that loops stops before itself again: what is asked is the same.
  list([aWaitingThread('mine', 3)]);
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeTruthy();
});

const answerSent = () => screen.findByText('mine continues. Its next question appears in the list.');
const answerQuestion = async (): Promise<void> => {
  await userEvent.type(await answerField('remark'), 'nothing');
  await userEvent.click(screen.getByRole('button', { name: /^Resume/ }));
};

it('says that an answer was sent when its thread leaves the list before the server confirms it', async () => {
  onStart = async () => list([]);
  await answerQuestion();
  expect(await answerSent()).toBeTruthy();
});

it('says that an answer was sent when its thread leaves the list after the server confirmed it', async () => {
  await answerQuestion();
  expect(await screen.findByText('Sent')).toBeTruthy();
  list([]);
  expect(await answerSent()).toBeTruthy();
});

it('says that the questions of a changed thread could not be read again', async () => {
  const field = await answerField('remark');
  details.delete('mine');
  list([aWaitingThread('mine', 2)]);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(field.isConnected).toBe(true);
});
