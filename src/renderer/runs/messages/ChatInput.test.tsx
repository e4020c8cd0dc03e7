import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ChatInput } from './ChatInput.tsx';
import type { DeclaredBlock } from './content-blocks.ts';

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
