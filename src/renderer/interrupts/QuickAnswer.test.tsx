import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { serversStudio } from '../../testing/renderer/servers-studio.ts';
import { RpcContext } from '../rpc/rpc-context.ts';
import { writeDraft } from '../storage/drafts.ts';
import { serializeAnswerDraft } from './answer-draft.ts';
import { answerableInterrupts } from './group-interrupts.ts';
import { useQuickAnswers, type QuickAnswersProps } from './QuickAnswer.tsx';
import { answerDraftKey } from './use-answer-draft.ts';

const rpc = serversStudio();
let sent: (readonly [string | null, string])[];
let opened: string[];
let thread = 0;
beforeEach(() => {
  sent = [];
  opened = [];
  // Drafts are stored per thread, so each test has its own.
  thread += 1;
});
afterEach(cleanup);

const ask = (nodeId: string, value: unknown, change: Partial<PendingInterrupt> = {}): PendingInterrupt => ({
  taskId: `task of ${nodeId}`,
  index: 0,
  id: `id-of-${nodeId}`,
  valueText: JSON.stringify(value),
  nodeId,
  ...change,
});

function Questions(props: QuickAnswersProps) {
  const { render: renderQuestion } = useQuickAnswers(props);
  return props.interrupts.map(({ nodeId }, index) => <div key={nodeId}>{renderQuestion(index)}</div>);
}

/** `settled`: the questions have been there for a while. */
function show(
  interrupts: readonly PendingInterrupt[],
  { settled = true, ...change }: Partial<QuickAnswersProps> & { readonly settled?: boolean } = {},
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(
    <RpcContext value={rpc}>
      <Questions
        connectionId="demo"
        threadId={`t${thread}`}
        interrupts={interrupts}
        isFormOnly={false}
        isStarting={false}
        onAnswer={async (...answer) => void sent.push(answer)}
        onOpen={({ nodeId }) => void opened.push(nodeId)}
        {...change}
      />
    </RpcContext>,
  );
  if (settled) act(() => void vi.advanceTimersByTime(500));
  vi.useRealTimers();
  return userEvent.setup();
}

const labels = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

it('a question is answered by one click, once, and the others stay', async () => {
  const user = show([ask('a', 'Ok?'), ask('b', 'Sure?')]);
  expect(labels()).toEqual(['Approve', 'Reject', 'Answer…', 'Approve', 'Reject', 'Answer…']);
  const [, , , approve] = screen.getAllByRole('button');
  if (approve) await user.dblClick(approve);
  expect(sent).toEqual([['id-of-b', 'true']]);
});

it('the only question without an id is answered without one', async () => {
  const user = show([ask('a', 'Ok?', { id: null })]);
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  expect(sent).toEqual([[null, 'false']]);
});

it('a question that has just come is not answered by a click that was meant for another', async () => {
  const user = show([ask('a', 'Ok?')], { settled: false });
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(sent).toEqual([]);
});

it('what needs words, or to be read first, leads to its form', async () => {
  const shared = [ask('a', 'Ok?', { id: 'same' }), ask('b', 'Ok?', { id: 'same' })];
  const user = show([...shared, ask('c', 'What is your name?')]);
  expect(labels()).toEqual(['Answer…', 'Answer…', 'Answer…']);
  await user.click(screen.getByRole('button', { name: 'Answer c in a form' }));
  expect(opened).toEqual(['c']);
});

it('an answer that was begun in the form is not lost by a click here', () => {
  const question = ask('a', 'Ok?');
  const [answerable] = answerableInterrupts([question]);
  const key = answerDraftKey('demo', `t${thread}`, answerable?.answerKey ?? '');
  writeDraft(key, serializeAnswerDraft({ mode: 'text', text: 'perhaps', decided: [] }));
  show([question]);
  expect(screen.getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', true);
});

it('a recording has no answers', () => {
  show([ask('a', 'Ok?')], { onOpen: null });
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getByText('Ok?')).toBeDefined();
});
