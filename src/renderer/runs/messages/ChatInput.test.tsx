import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ChatInput } from './ChatInput.tsx';
import type { DeclaredBlock } from './content-blocks.ts';
import { useChatDraft } from './use-chat-draft.ts';

afterEach(cleanup);

const attachments = [
  { name: 'a.csv', mimeType: 'text/csv', data: 'AAAA', bytes: 3 },
  { name: 'b.pdf', mimeType: 'application/pdf', data: 'AAAA', bytes: 3 },
];
const pdf = { type: 'file', mimeTypes: ['application/pdf'], members: new Set(['data']) };

function show(blocks: readonly DeclaredBlock[] | null): HTMLElement {
  render(
    <ChatInput
      draft={{ text: '', attachments }}
      onChange={() => undefined}
      inputText="{}"
      messagesKey="messages"
      blocks={blocks}
      onSend={() => undefined}
    />,
  );
  return screen.getByLabelText('Files to attach');
}

it('offers the files that the schema declares, and names those that it does not', () => {
  expect(show([pdf]).getAttribute('accept')).toBe('application/pdf');
  expect(screen.getByRole('status').textContent).toBe(
    'Not declared by the input schema: a.csv (text/csv). It declares application/pdf. The run may fail because of it.',
  );
});

it('takes any file where the schema does not say', () => {
  expect(show(null).getAttribute('accept')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});

function StoredChat() {
  const [draft, change] = useChatDraft('c', 'a');
  return (
    <ChatInput
      draft={draft}
      onChange={change}
      inputText="{}"
      messagesKey="messages"
      blocks={null}
      onSend={() => undefined}
    />
  );
}

it('adds files to what is there once they are read: later files, and what was typed meanwhile', async () => {
  render(<StoredChat />);
  const attach = (name: string): unknown =>
    fireEvent.change(screen.getByLabelText('Files to attach'), {
      target: { files: [new File([name], name)] },
    });
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  attach('a.csv');
  attach('b.pdf');
  fireEvent.change(message, { target: { value: 'typed' } });
  expect(await screen.findByText('a.csv')).toBeTruthy();
  expect(await screen.findByText('b.pdf')).toBeTruthy();
  expect(message.value).toBe('typed');
});
