import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { escapeInvisible } from '../../shared/escape-invisible.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { serversStudio } from '../../testing/renderer/servers-studio.ts';
import { dispatch } from '../commands/command-queue.ts';
import type { ResumeCommand } from '../shared-ui/resume-props.ts';
import { RpcContext } from '../rpc/rpc-context.ts';
import { draftKey, writeDraft } from '../storage/drafts.ts';
import { ResumePane } from './ResumePane.tsx';
import type { ResumePaneProps } from './Answers.tsx';

const rpc = serversStudio();
let sent: ResumeCommand[];
let thread = 0;
beforeEach(() => {
  sent = [];
  // Drafts are stored per thread, so each test has its own.
  thread += 1;
});
afterEach(cleanup);

const buildInterrupt = (
  nodeId: string,
  value: unknown,
  change: Partial<PendingInterrupt> = {},
): PendingInterrupt => ({
  taskId: `task of ${nodeId}`,
  index: 0,
  id: `id-of-${nodeId}`,
  valueText: JSON.stringify(value),
  nodeId,
  ...change,
});

function show(interrupts: readonly PendingInterrupt[], change: Partial<ResumePaneProps> = {}) {
  settle(() => ({ rerender: renderAgain } = render(pane(interrupts, change))));
  return userEvent.setup();
}

function settle(change: () => unknown = () => undefined): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  change();
  act(() => void vi.advanceTimersByTime(500));
  vi.useRealTimers();
}

let renderAgain: ReturnType<typeof render>['rerender'];
const rerender = (interrupts: readonly PendingInterrupt[]): void => renderAgain(pane(interrupts));

/** As in the dock: inside a focusable tab panel. */
function pane(interrupts: readonly PendingInterrupt[], change: Partial<ResumePaneProps> = {}, studio = rpc) {
  return (
    <RpcContext value={studio}>
      <div role="tabpanel" tabIndex={0}>
        <ResumePane
          connectionId="demo"
          threadId={`t${thread}`}
          interrupts={interrupts}
          answered={[]}
          next={['plan']}
          nodeNames={[]}
          failed={false}
          ending={null}
          starting={false}
          problem={null}
          onResume={async (command) => void sent.push(command)}
          onContinue={() => undefined}
          renderMessage={() => null}
          {...change}
        />
      </div>
    </RpcContext>
  );
}

const card = (node: string) => within(screen.getByRole('region', { name: `${node} · question` }));
const answerButton = (node: string, label: string) => card(node).getByRole('button', { name: label });
const toggleTogether = () => screen.getByRole('switch', { name: 'Send answers together' });
const resume = () => screen.getByRole('button', { name: /^Resume/ });

describe('the pane that answers', () => {
  it('sends nothing that was not chosen, and only what is ready', async () => {
    const user = show([buildInterrupt('a', 'Ok?'), buildInterrupt('b', 'Sure?')]);
    expect(resume()).toHaveProperty('disabled', true);
    await user.click(toggleTogether());
    await user.click(card('b').getByRole('radio', { name: 'Reject' }));
    expect(resume().textContent).toContain('Resume with 1 of 2');
    await user.click(resume());
    expect(sent).toEqual([
      { answers: [{ interruptId: 'id-of-b', valueText: 'false' }], goto: [], updateText: null },
    ]);
  });

  it('says that questions share an id, and sends one answer for them', async () => {
    const user = show([
      buildInterrupt('a', 'Ok?', { id: 'same' }),
      buildInterrupt('b', 'Sure?', { id: 'same' }),
    ]);
    expect(card('a').getByRole('note').textContent).toContain('also b');
    await user.click(answerButton('a', 'Approve'));
    expect(sent[0]?.answers).toEqual([{ interruptId: 'same', valueText: 'true' }]);
  });

  it('answers the only question that waits without an id by the value alone', async () => {
    const user = show([buildInterrupt('a', 'Ok?', { id: null })]);
    expect(card('a').getByRole('note').textContent).toContain('no ID');
    await user.click(answerButton('a', 'Approve'));
    expect(sent).toEqual([
      { answers: [{ interruptId: null, valueText: 'true' }], goto: [], updateText: null },
    ]);
  });

  it('says why one of several questions without an id has no answer, and offers to go on', async () => {
    const onContinue = vi.fn<() => void>();
    const without = [buildInterrupt('a', 'Ok?', { id: null }), buildInterrupt('b', 'Sure?', { id: null })];
    const user = show(without, { onContinue });
    expect(screen.getAllByRole('note')[0]?.textContent).toContain('not the only pending one');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(onContinue).toHaveBeenCalledOnce();
  });

  it('lists what was answered, and says when the server does not say which', () => {
    show([buildInterrupt('b', 'Sure?', { perhapsAnswered: true })], {
      answered: [buildInterrupt('a', 'Ok?')],
    });
    expect(screen.getByRole('list', { name: 'Answered' }).textContent).toContain('a answered');
    expect(card('b').getByRole('note').textContent).toContain('does not say which');
  });

  it('shows the first words of a collapsed question, and offers answers once it is expanded', async () => {
    const long = 'Read this first. '.repeat(30);
    const user = show([
      buildInterrupt('a', long),
      buildInterrupt('b', 'Pay?'),
      buildInterrupt('c', null),
      ...[...'defghijklm'].map((node) => buildInterrupt(node, `And ${node}`)),
    ]);
    expect(card('a').getByText(/^Read this first/)).toBeTruthy();
    expect(card('c').getByText('null')).toBeTruthy();
    expect(card('a').queryByRole('textbox')).toBeNull();
    expect(card('b').queryByRole('button', { name: 'Approve' })).toBeNull();
    await user.click(card('a').getByRole('button', { name: 'Review a' }));
    expect(card('a').getByRole('textbox')).toBeTruthy();
    await user.click(card('b').getByRole('button', { name: 'Review b' }));
    expect(answerButton('b', 'Approve')).toBeTruthy();
  });

  it('goes to the field of a question that offers short answers when somebody wants to write', () => {
    const questions = [buildInterrupt('a', 'Ok?'), buildInterrupt('b', 'Sure?'), buildInterrupt('c', 'Yes?')];
    show(questions, { paneId: 'inbox' });
    act(() => {
      dispatch({
        paneId: 'inbox',
        type: 'write-answer',
        connectionId: 'demo',
        threadId: `t${thread}`,
        interruptId: 'id-of-b',
      });
    });
    expect(document.activeElement).toBe(card('b').getByRole('textbox'));
    expect(card('c').queryByRole('textbox')).toBeNull();
  });

  it('leaves a command to the pane that it names, though both show the same question', () => {
    const questions = [buildInterrupt('a', 'Ok?')];
    render(pane(questions));
    const inbox = render(pane(questions, { paneId: 'inbox' }));
    act(() => {
      const threadRef = { connectionId: 'demo', threadId: `t${thread}` };
      dispatch({ type: 'write-answer', paneId: 'inbox', ...threadRef, interruptId: 'id-of-a' });
    });
    expect(document.activeElement).toBe(within(inbox.container).getByRole('textbox'));
  });

  it('shows hidden characters of the members that distinguish questions', () => {
    const pay = (id: string, to: string) => buildInterrupt('pay', { question: 'Pay?', to }, { id });
    show([pay('1', 'alice'), pay('2', 'ali\u202ece')]);
    for (const shown of [document.body.textContent ?? '', document.body.innerHTML]) {
      expect(shown).not.toContain('\u202e');
      expect(shown).toContain(escapeInvisible('to: ali\u202ece'));
    }
  });

  describe('Resume Ctrl+Enter', () => {
    const focusTargets: readonly (readonly [string, () => HTMLElement])[] = [
      ['a card', () => screen.getByRole('region', { name: 'a · question' })],
      ['a choice', () => card('a').getByRole('radio', { name: 'JSON' })],
      ['another button', () => card('a').getByRole('button', { name: 'Copy the value' })],
      ['the button itself', resume],
      ['the tab panel', () => screen.getByRole('tabpanel')],
    ];
    it.each(focusTargets)('sends what is ready, once, with the focus on %s', async (_name, focusTarget) => {
      const user = show([buildInterrupt('a', 'Ok?')]);
      await user.click(card('a').getByRole('radio', { name: 'Text' }));
      await user.type(card('a').getByRole('textbox'), 'go');
      focusTarget().focus();
      await user.keyboard('{Control>}{Enter}{/Control}');
      expect(sent.map(({ answers }) => answers)).toEqual([[{ interruptId: 'id-of-a', valueText: '"go"' }]]);
    });

    it('sends once from a field that takes the key itself', async () => {
      const user = show([buildInterrupt('a', 'What now?')]);
      await user.type(card('a').getByRole('textbox'), 'go');
      await user.keyboard('{Control>}{Enter}{/Control}');
      expect(sent).toHaveLength(1);
    });

    it('does not decide a question that has just taken the place of another', async () => {
      const user = show([buildInterrupt('a', 'Ok?'), buildInterrupt('b', 'Sure?')]);
      await user.click(toggleTogether());
      await user.click(card('b').getByRole('radio', { name: 'Approve' }));
      // The time between the change and the key press, whatever the load.
      const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
      rerender([buildInterrupt('b', 'Sure?')]);
      resume().focus();
      now.mockReturnValue(10_499);
      await user.keyboard('{Control>}{Enter}{/Control}');
      expect(sent).toEqual([]);
      now.mockReturnValue(10_500);
      await user.keyboard('{Control>}{Enter}{/Control}');
      now.mockRestore();
      expect(sent).toHaveLength(1);
    });
  });

  it('keeps the answer when it could not be sent', async () => {
    let isAway = true;
    const user = show([buildInterrupt('a', 'Ok?')], {
      onResume: async (command) => {
        if (isAway) throw new Error('away');
        sent.push(command);
      },
    });
    await user.click(answerButton('a', 'Reject'));
    expect(answerButton('a', 'Reject').getAttribute('aria-pressed')).toBe('true');
    isAway = false;
    await user.click(resume());
    expect(sent.map(({ answers }) => answers)).toEqual([[{ interruptId: 'id-of-a', valueText: 'false' }]]);
  });

  describe('one click', () => {
    const ofA = (valueText: string) => [[{ interruptId: 'id-of-a', valueText }]];
    const answersSent = () => sent.map(({ answers }) => answers);

    it('answers the question, and leaves the others', async () => {
      const user = show([buildInterrupt('a', 'Ok?'), buildInterrupt('b', 'Sure?')]);
      await user.click(answerButton('a', 'Reject'));
      expect(answersSent()).toEqual(ofA('false'));
    });

    it('answers once if it is a double click, or the key is held', async () => {
      const user = show([buildInterrupt('a', 'Ok?')]);
      await user.dblClick(answerButton('a', 'Approve'));
      expect(answersSent()).toEqual(ofA('true'));
      const isHeld = fireEvent.keyDown(answerButton('a', 'Approve'), { key: 'Enter', repeat: true });
      expect(isHeld).toBe(false);
      await user.click(answerButton('a', 'Reject'));
      expect(sent).toHaveLength(1);
    });

    it('does not answer a question that has just taken the place of another', async () => {
      const user = show([buildInterrupt('a', 'Ok?')]);
      await user.click(answerButton('a', 'Approve'));
      rerender([buildInterrupt('b', 'Sure?')]);
      await user.click(answerButton('b', 'Approve'));
      expect(answersSent()).toEqual(ofA('true'));
      settle(() => rerender([buildInterrupt('c', 'Really?')]));
      await user.click(answerButton('c', 'Approve'));
      expect(sent).toHaveLength(2);
    });

    it('is not possible while an answer is written, so that none is lost', async () => {
      const user = show([buildInterrupt('a', 'Ok?')]);
      await user.click(card('a').getByRole('radio', { name: 'Text' }));
      await user.type(card('a').getByRole('textbox'), 'only on Monday');
      expect(answerButton('a', 'Approve')).toHaveProperty('disabled', true);
      await user.click(answerButton('a', 'Discard answer'));
      await user.click(answerButton('a', 'Approve'));
      expect(answersSent()).toEqual(ofA('true'));
    });

    it('rejects an action, with a reason as the second thought', async () => {
      const request = {
        action_requests: [{ name: 'pay', args: { amount: 5 } }],
        review_configs: [{ action_name: 'pay', allowed_decisions: ['approve', 'edit', 'reject'] }],
      };
      const user = show([buildInterrupt('a', request)]);
      expect(card('a').getByRole('group', { name: 'Answer to a' }).textContent).toBe(
        'ApproveRejectEditReject with reason',
      );
      await user.click(answerButton('a', 'Reject with reason'));
      await user.type(card('a').getByRole('textbox'), 'too much');
      await user.click(resume());
      expect(answersSent()).toEqual(ofA('{"decisions":[{"type":"reject","message":"too much"}]}'));
    });
  });

  it('does not send the arguments of an action while its form has something that is none', async () => {
    const request = {
      action_requests: [{ name: 'pay', args: { amount: 100 } }],
      review_configs: [
        {
          action_name: 'pay',
          allowed_decisions: ['approve', 'edit'],
          args_schema: { type: 'object', properties: { amount: { type: 'number' } } },
        },
      ],
    };
    const user = show([buildInterrupt('a', request)]);
    await user.click(answerButton('a', 'Edit'));
    const amount = await card('a').findByRole('textbox', { name: /amount/ });
    await user.clear(amount);
    await user.type(amount, '2,5');
    await waitFor(() => expect(resume()).toHaveProperty('disabled', true));
    await user.clear(amount);
    await user.type(amount, '2.5');
    await waitFor(() => expect(resume()).toHaveProperty('disabled', false));
    await user.click(resume());
    expect(sent.map(({ answers }) => answers[0]?.valueText)).toEqual([
      '{"decisions":[{"type":"edit","edited_action":{"name":"pay","args":{"amount":2.5}}}]}',
    ]);
  });

  it('distinguishes IDs that start alike', () => {
    show(
      ['1f1e6909-a09a-6b00-8007-11f876eae3e3', '1f1e6909-a09a-6b00-8007-11f876eaffff'].map((id, index) =>
        buildInterrupt(`n${index}`, 'Ok?', { id }),
      ),
    );
    expect(screen.getAllByText(/^1f1e…/).map(({ textContent }) => textContent)).toEqual([
      '1f1e…76eae3e3',
      '1f1e…76eaffff',
    ]);
  });

  it('answers those that are alike together, and shows in what they differ', async () => {
    const pay = (id: string, to: string) =>
      buildInterrupt('pay', { question: 'Pay?', to, amount: 5 }, { id });
    const user = show([pay('1', 'alice'), pay('2', 'bob'), pay('3', 'eve'), buildInterrupt('a', 'Ok?')]);
    const all = within(screen.getByRole('region', { name: 'pay · 3 alike' }));
    expect(all.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      '#to',
      '1alice',
      '2bob',
      '3eve',
    ]);
    await user.click(all.getByRole('button', { name: 'Approve all 3' }));
    expect(sent.map(({ answers }) => answers)).toEqual([
      ['1', '2', '3'].map((interruptId) => ({ interruptId, valueText: 'true' })),
    ]);
  });
});

it('names the newest checkpoint as what is answered or continued while an older one is viewed', async () => {
  let shown = 0;
  const newest = { step: 6, onShow: () => (shown += 1) };
  const user = show([buildInterrupt('ask', 'Publish?')], { newest });
  const notice = () => screen.getByTestId('answers-newest').textContent;
  expect(notice()).toContain('Answers go to step 6, the newest checkpoint. You are viewing an older one.');
  await user.click(screen.getByRole('button', { name: 'Show step 6' }));
  expect(shown).toBe(1);
  cleanup();
  show([], { newest: { ...newest, step: null } });
  expect(notice()).toContain('Continues from the newest checkpoint.');
});

it.each<[string, Partial<ResumePaneProps>]>([
  ['Paused before plan.', { ending: { kind: 'paused', place: 'before', nodes: ['plan'] } }],
  ['Paused after write.', { ending: { kind: 'paused', place: 'after', nodes: ['write'] } }],
  ['Stopped before plan.', { ending: { kind: 'paused', place: 'unknown', nodes: ['plan'] } }],
  ['The last run was cancelled. Continuing runs plan.', { ending: { kind: 'cancelled', isKept: true } }],
  [
    'The last run failed at its recursion limit. Continuing runs plan.',
    {
      failed: true,
      ending: { kind: 'failed', executionId: null, error: null, isRecursionLimit: true },
    },
  ],
  ['The last run failed. Continuing runs plan again.', { failed: true }],
  ['Stopped before plan.', {}],
])('says why a thread without questions has stopped: %s', (text, change) => {
  render(pane([], change));
  expect(screen.getByText(text)).toBeTruthy();
});

describe('in a studio for a team', () => {
  const button = (name: RegExp): HTMLButtonElement => screen.getByRole('button', { name });

  it('a member who may look reads the question, and sees why none of its answers can be sent', async () => {
    render(pane([buildInterrupt('a', 'Ok?')], {}, serversStudio([], 'look')));
    const reason = 'Your role is look. This needs the role run.';
    expect(await screen.findByText(reason)).toBeTruthy();
    for (const name of [/^Approve/, /^Resume/]) {
      expect(button(name).disabled).toBe(true);
      expect(button(name).title).toBe(reason);
    }
  });

  it('a member who may run answers, but not together with a state update', async () => {
    writeDraft(draftKey('resume-update', 'demo', `t${thread}`), '{"a": 1}');
    render(pane([buildInterrupt('a', 'Ok?')], {}, serversStudio([], 'run')));
    await waitFor(() => expect(button(/^Approve/).title).toBe('Your role is run. This needs the role edit.'));
    act(() => writeDraft(draftKey('resume-update', 'demo', `t${thread}`), null));
    expect(button(/^Approve/).disabled).toBe(false);
  });

  it('a member who may look can’t continue a paused thread', async () => {
    render(pane([], { onStep: () => undefined }, serversStudio([], 'look')));
    await waitFor(() => expect(button(/^Continue/).title).toContain('needs the role run'));
    expect(button(/^Continue/).disabled).toBe(true);
    expect(button(/^Step/).disabled).toBe(true);
  });
});
