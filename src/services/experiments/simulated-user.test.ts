import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { SavedInput } from '../../shared/inputs/saved-input.ts';
import { formatInput } from '../../shared/inputs/format-input.ts';
import { parseInput } from '../../shared/inputs/parse-input.ts';
import { createChecksCache } from './checks-cache.ts';
import { rowChecksOf } from './experiment-source.ts';
import { askSimulatedUser, messagesIn, newestWithin } from './simulated-user.ts';

const file = (user: unknown): string => JSON.stringify({ version: 1, input: {}, user });
const inputWith = (user: unknown): SavedInput => {
  const { input, problem } = parseInput(file(user));
  if (input === null) throw new Error(problem.message);
  return input;
};

describe('a simulated user in an input', () => {
  it('has a server, turns and a key of messages that may be left out', () => {
    const input = inputWith({ assistant: 'customer' });
    expect(input.user).toEqual({ server: null, assistant: 'customer', turns: 5, messages: 'messages' });
    for (const server of [null, 'Staging']) {
      const changed = { ...input, user: { server, assistant: 'a', turns: 2, messages: 'talk' } };
      expect(parseInput(formatInput(changed))).toEqual({ input: changed, problem: null });
    }
  });

  it.each([
    [{}, '"user" has no "assistant".'],
    [{ assistant: 'a', turns: 1 }, '"turns" must be a whole number from 2 to 50.'],
    [{ assistant: 'a', turns: 2.5 }, '"turns" must be a whole number from 2 to 50.'],
    [{ assistant: 'a', turns: 51 }, '"turns" must be a whole number from 2 to 50.'],
    [{ assistant: 'a', server: 1 }, '"server" must be a string.'],
    [{ assistant: 'a', server: ' ' }, 'The server is empty.'],
    [{ assistant: 'a', url: 'b' }, '"user" has an unknown member "url".'],
  ])('%j is refused', (user, message) => {
    expect(parseInput(file(user)).problem?.message).toBe(message);
  });

  it('keeps its input in memory, within the same bounds as what scores need', () => {
    const kept = createChecksCache({ rows: 10, length: 4 });
    const input = inputWith({ assistant: 'customer' });
    kept.keep(1, rowChecksOf(input));
    kept.keep(2, rowChecksOf({ ...input, contextText: '{"tone":"dry"}' }));
    expect([kept.get(1)?.conversation?.user.turns, kept.get(2)]).toEqual([5, undefined]);
  });
});

describe('a simulated user on a server that it names', () => {
  const valuesText = JSON.stringify({ messages: [{ type: 'ai', content: 'Which order?' }] });
  /** Its turn, and which servers were asked for it. */
  async function turnOf(server: string, isAllowed: boolean) {
    const connectionIds: string[] = [];
    const turn = await askSimulatedUser(
      {
        clients: {
          get: async (connectionId) => {
            connectionIds.push(connectionId);
            throw new AppError('unreachable', 'It is away.', { hint: 'Start it.' });
          },
        },
        findServer: async (name) => (name === 'Row' ? 'row' : name === 'Staging' ? 'staging' : null),
      },
      {
        user: { server, assistant: 'customer', turns: 2, messages: 'messages' },
        connectionId: 'row',
        valuesText,
        name: 'Turn',
        scope: {
          folder: '',
          isAllowed: async ({ kind, text }) =>
            isAllowed && kind === 'user' && text === JSON.stringify([server, 'customer']),
        },
      },
      new AbortController().signal,
    );
    return { turn, connectionIds };
  }

  it('is not asked before exactly that was allowed, or if no saved server has the name', async () => {
    expect(await turnOf('Staging', false)).toEqual({
      turn: { problem: expect.stringContaining('was not allowed on this computer, so nothing was sent') },
      connectionIds: [],
    });
    expect(await turnOf('Nowhere', true)).toEqual({
      turn: { problem: 'No saved server is called Nowhere. Save it, or change "server" in "user".' },
      connectionIds: [],
    });
  });

  it('is not waited for if that server is away, unless it is the server of the row', async () => {
    expect(await turnOf('Staging', true)).toEqual({
      turn: { problem: 'On Staging: The simulated user could not be asked: It is away. Start it.' },
      connectionIds: ['staging'],
    });
    await expect(turnOf('Row', true)).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('the messages of a conversation', () => {
  it('are those with a text of the person and of the assistant', () => {
    const values = JSON.stringify({
      talk: [
        { type: 'system', content: 'Be kind.' },
        { type: 'human', content: 'Where is it?' },
        { type: 'ai', content: '', tool_calls: [{ name: 'look', args: {} }] },
        { type: 'tool', content: 'delayed' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'In ' },
            { type: 'text', text: 'Kassel.' },
          ],
        },
        'not a message',
      ],
    });
    expect(messagesIn(values, 'talk')).toEqual([
      { role: 'user', content: 'Where is it?' },
      { role: 'assistant', content: 'In Kassel.' },
    ]);
    expect([
      messagesIn(values, 'messages'),
      messagesIn('{"talk":1}', 'talk'),
      messagesIn('{}', 'talk'),
    ]).toEqual([[], [], []]);
  });

  it('are sent from the newest on, within bounds, and the last one always', () => {
    const say = (content: string) => ({ role: 'user', content }) as const;
    const short = Array.from({ length: 300 }, (_, index) => say(`${index}`));
    expect(newestWithin(short)).toEqual(short.slice(100));
    const [long, tooLong] = [say('x'.repeat(600_000)), say('x'.repeat(2_000_000))];
    expect(newestWithin([long, long, say('a')])).toEqual([long, say('a')]);
    expect(newestWithin([long, tooLong])).toEqual([tooLong]);
    expect(newestWithin([])).toEqual([]);
  });
});
