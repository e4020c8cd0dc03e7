import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { serversStudio } from '../../testing/renderer/servers-studio.ts';
import { RpcContext } from '../rpc/rpc-context.ts';
import { BulkAnswers, type BulkAnswersProps, type BulkQuestion } from './BulkAnswers.tsx';

const rpc = serversStudio();
afterEach(cleanup);

function show(props: BulkAnswersProps, studio = rpc): void {
  render(
    <RpcContext value={studio}>
      <BulkAnswers {...props} />
    </RpcContext>,
  );
}

const question = (name: string, value: unknown, more: Partial<BulkQuestion> = {}): BulkQuestion => {
  const interrupt = { taskId: 't', index: 0, id: '1', nodeId: 'pay', valueText: JSON.stringify(value) };
  return { key: `key ${name}`, name, interrupt, interrupts: [interrupt], ...more };
};

it('answers those of several threads that are alike, each under its own key, and shows in what they differ', async () => {
  const onSend = vi.fn<BulkAnswersProps['onSend']>();
  const questions = [
    question('Anna', { question: 'Pay?', amount: 4 }),
    question('Ben', { question: 'Pay?', amount: 5 }),
    question('Cleo', { question: 'How much?' }),
  ];
  show({ questions, isSending: false, onSend });
  const row = screen.getByRole('row', { name: /Ben/ });
  expect(within(row).getByText('5')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'To answer one by one' }).textContent).toContain('Cleo');
  const approve = screen.getByRole('button', { name: 'Approve all 2' });
  await waitFor(() => expect(approve.getAttribute('aria-disabled')).toBeNull());
  await userEvent.click(approve);
  expect(onSend.mock.calls).toEqual([
    [
      [
        { key: 'key Anna', valueText: 'true' },
        { key: 'key Ben', valueText: 'true' },
      ],
    ],
  ]);
});

it('answers nobody twice: not while answers are sent, and not for others that share an ID', async () => {
  const onSend = vi.fn<BulkAnswersProps['onSend']>();
  const twins = [0, 1].map((index) => ({ taskId: 't', index, id: '1', nodeId: 'pay', valueText: '"Pay?"' }));
  const questions = [
    question('Anna', 'Pay?'),
    question('Ben', 'Pay?'),
    question('Dora', 'Pay?', { interrupts: twins }),
  ];
  show({ questions, isSending: true, onSend });
  expect(screen.getByRole('region', { name: 'To answer one by one' }).textContent).toContain('Dora');
  await userEvent.click(screen.getByRole('button', { name: 'Approve all 2' }));
  expect(onSend).not.toHaveBeenCalled();
});

it('says beforehand that the role of a team’s member does not allow to answer', async () => {
  const questions = [question('Anna', 'Pay?'), question('Ben', 'Pay?')];
  show({ questions, isSending: false, onSend: () => undefined }, serversStudio([], 'look'));
  const approve = screen.getByRole<HTMLButtonElement>('button', { name: 'Approve all 2' });
  await waitFor(() => expect(approve.title).toBe('Your role is look. This needs the role run.'));
  expect(approve.disabled).toBe(true);
});
