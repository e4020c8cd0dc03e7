import { expect, it } from 'vitest';
import type { RunMessage } from '../model/run-message.ts';
import { messagesAfterState } from './messages-after-state.ts';

const message = (key: string, change: Partial<RunMessage> = {}): RunMessage => ({
  key,
  type: 'ai',
  name: null,
  text: key,
  thinking: '',
  media: [],
  toolCalls: [],
  toolCallId: null,
  failed: false,
  usage: null,
  nodeId: 'model',
  ...change,
});
const read = (run: readonly RunMessage[], ids: readonly string[], lastHuman: string | null) => {
  const byKey = new Map(run.map((one) => [one.key, one]));
  const messages = { get: (key: string) => byKey.get(key), isAnswer: () => false };
  return messagesAfterState(messages, [...byKey.keys()], { ids: new Set(ids), lastHuman });
};
const input = message('input-0-0', { type: 'human', text: 'Hi', nodeId: '' });
const call = message('call', { toolCalls: [{ id: 'c', name: 'find', argsText: '{}' }] });
const result = message('result', { type: 'tool', toolCallId: 'c', nodeId: 'tools' });

it('leaves out what the state contains, by ID, and the input by its text', () => {
  expect(read([input, call, message('answer')], [], 'Before')).toEqual(['input-0-0', 'call', 'answer']);
  expect(read([input, call, message('answer')], ['call'], 'Hi')).toEqual(['answer']);
});

it('leaves a result to its call, unless the call is in the state', () => {
  expect(read([call, result], [], null)).toEqual(['call']);
  expect(read([call, result], ['call'], null)).toEqual(['result']);
});
