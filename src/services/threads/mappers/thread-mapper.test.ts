import { expect, it } from 'vitest';
import { toThread } from './thread-mapper.ts';

const id = '01a1faf6-6041-7141-8886-e92af3b04960';
const messages = (...list: unknown[]) => ({ values: { messages: list } });

it('reads a new thread', () => {
  const wire = { thread_id: id, created_at: 'c', updated_at: 'u', metadata: {}, status: 'idle', config: {} };
  expect(toThread(wire)).toEqual({
    threadId: id,
    status: 'idle',
    name: null,
    tags: [],
    graphId: null,
    assistantId: null,
    createdAt: 'c',
    updatedAt: 'u',
  });
});

it('reads tags that are strings', () => {
  expect(toThread({ thread_id: id, metadata: { tags: ['a', 1, null, 'b'] } })?.tags).toEqual(['a', 'b']);
  expect(toThread({ thread_id: id, metadata: { tags: 'a' } })?.tags).toEqual([]);
});

it('reads graph and assistant from metadata, and an unknown status as unknown', () => {
  const wire = { thread_id: id, status: 'paused', metadata: { graph_id: 'g', assistant_id: 'a' } };
  expect(toThread(wire)).toMatchObject({ status: 'unknown', graphId: 'g', assistantId: 'a' });
});

it.each([
  ['metadata name', { metadata: { name: 'Mine', title: 'Other' } }, 'Mine'],
  ['metadata title', { metadata: { title: 'Other' } }, 'Other'],
  [
    'a human message',
    messages({ type: 'ai', content: 'no' }, { type: 'human', content: ' hi\n you ' }),
    'hi you',
  ],
  ['a user role', messages({ role: 'user', content: 'hello' }), 'hello'],
  [
    'blocks',
    messages({ type: 'human', content: [{ type: 'image' }, { type: 'text', text: 'look' }] }),
    'look',
  ],
  [
    'a later message, when the first has no words',
    messages({ type: 'human', content: [] }, { type: 'human', content: 'b' }),
    'b',
  ],
  ['nothing', messages({ type: 'ai', content: 'x' }), null],
  ['values that are no object', { values: [1] }, null],
  ['a long message', messages({ type: 'human', content: 'é'.repeat(500_000) }), `${'é'.repeat(79)}…`],
])('names a thread by %s', (_, rest, name) => {
  expect(toThread({ thread_id: id, metadata: {}, ...rest })?.name).toBe(name);
});

it('omits what is not a thread', () => {
  expect(toThread({})).toBeNull();
  expect(toThread('x')).toBeNull();
});
