import { describe, expect, it } from 'vitest';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { Thread } from '../../shared/model/thread.ts';
import {
  chooseAssistant,
  chooseCheckpoint,
  chooseOwnThread,
  chooseServer,
  chooseThread,
  firstAssistant,
  type Selection,
} from './selection.ts';

const assistant = (assistantId: string, graphId: string, bySystem = true): Assistant => ({
  assistantId,
  graphId,
  name: assistantId,
  description: null,
  version: 1,
  bySystem,
  updatedAt: null,
  configText: '{}',
  contextText: '{}',
});
const thread = (threadId: string, graphId: string | null, assistantId: string | null = null): Thread => ({
  threadId,
  status: 'idle',
  name: null,
  tags: [],
  graphId,
  assistantId,
  createdAt: null,
  updatedAt: null,
});

const brief = assistant('brief', 'writer', false);
const writer = assistant('writer', 'writer');
const support = assistant('support', 'support');
const all = [support, brief, writer];
const selection: Selection = {
  connectionId: 'demo',
  assistantId: 'writer',
  threadId: 't1',
  checkpointId: 'c1',
};

describe('choosing a server', () => {
  it('takes nothing along', () => {
    expect(chooseServer(selection, 'staging')).toEqual({
      connectionId: 'staging',
      assistantId: null,
      threadId: null,
      checkpointId: null,
    });
  });

  it('changes nothing when it is the same one', () => {
    expect(chooseServer(selection, 'demo')).toBe(selection);
  });
});

describe('choosing an assistant', () => {
  it('keeps a thread of the same graph, with its checkpoint', () => {
    expect(chooseAssistant(selection, brief, thread('t1', 'writer'))).toEqual({
      ...selection,
      assistantId: 'brief',
    });
  });

  it('keeps a thread that never ran', () => {
    expect(chooseAssistant(selection, support, thread('t1', null)).threadId).toBe('t1');
  });

  it.each([
    ['of another graph', thread('t1', 'writer')],
    ['that is not known', null],
    ['that is not the selected one', thread('t2', 'support')],
  ])('lets go of a thread %s', (_words, threads) => {
    expect(chooseAssistant(selection, support, threads)).toEqual({
      connectionId: 'demo',
      assistantId: 'support',
      threadId: null,
      checkpointId: null,
    });
  });
});

describe('choosing a thread', () => {
  it('goes to its assistant', () => {
    expect(chooseThread(selection, thread('t2', 'writer', 'brief'), all).assistantId).toBe('brief');
  });

  it("stays with the chosen assistant of the thread's graph, else goes to the graph's own", () => {
    expect(
      chooseThread({ ...selection, assistantId: 'brief' }, thread('t2', 'writer'), all).assistantId,
    ).toBe('brief');
    expect(
      chooseThread({ ...selection, assistantId: 'support' }, thread('t2', 'writer'), all).assistantId,
    ).toBe('writer');
  });

  it('stays with the chosen assistant when nothing is known of the thread', () => {
    expect(chooseThread(selection, thread('t2', null), all).assistantId).toBe('writer');
    expect(chooseThread(selection, thread('t2', 'gone', 'gone'), all).assistantId).toBe('writer');
  });

  it('lets go of the checkpoint, unless it is the same thread', () => {
    expect(chooseThread(selection, thread('t2', 'writer'), all).checkpointId).toBeNull();
    expect(chooseThread(selection, thread('t1', 'writer'), all).checkpointId).toBe('c1');
    expect(chooseOwnThread(selection, 't2')).toEqual({ ...selection, threadId: 't2', checkpointId: null });
  });
});

it('chooses a checkpoint only of a thread', () => {
  expect(chooseCheckpoint(selection, 'c2').checkpointId).toBe('c2');
  expect(chooseCheckpoint({ ...selection, threadId: null }, 'c2').checkpointId).toBe('c1');
});

it('begins with the writer on the demo server, elsewhere with the first graph', () => {
  expect(firstAssistant(all, true)?.assistantId).toBe('writer');
  expect(firstAssistant(all, false)?.assistantId).toBe('support');
  expect(firstAssistant([], true)).toBeNull();
});
