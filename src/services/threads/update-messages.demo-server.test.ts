import { elementTexts, memberText } from 'exact-json';
import { differing } from '../../testing/real-server/server-differences.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StateChange, StateUpdateResult, ThreadState } from '../../shared/model/thread.ts';
import {
  connectionId,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

/** A thread whose conversation is a question, a call of a tool, what the tool found, and the answer. */
async function answered(): Promise<string> {
  const threadId = await demo.newThread('support');
  const input = { messages: [{ type: 'human', content: 'order 4711?', id: 'asked' }], pace: 0 };
  await demo.client.runs.wait(threadId, 'support', { input }, { signal });
  return threadId;
}

interface Write {
  readonly checkpointId: string | null;
  readonly asNode: string | null;
  readonly changes?: StateChange[];
}

const write = (threadId: string, { checkpointId, asNode, changes = [] }: Write): Promise<StateUpdateResult> =>
  demo.threads['threads.updateState'](
    { connectionId, threadId, checkpointId, expectedHeadId: null, asNode, changes },
    signal,
  );

const messagesOf = ({ valuesText }: ThreadState): string[] =>
  elementTexts(memberText(valuesText, 'messages') ?? '');
const idOf = (text: string): string => memberText(text, 'id') ?? '';

describe('messages', () => {
  it('are updated by id, without a warning if the list is as intended', async () => {
    const threadId = await answered();
    const head = await demo.stateAt(threadId);
    const [question = '', call = '', toolResult = '', answer = ''] = messagesOf(head);
    const edited = question.replace('order 4711?', 'order 4712?');
    const added = '{"type":"human","content":"Thank you","id":"thanks"}';
    const removal = `{"type":"remove","id":${idOf(answer)},"content":""}`;
    const { state, differences } = await write(threadId, {
      checkpointId: head.checkpointId,
      asNode: 'model',
      changes: [
        {
          key: 'messages',
          valueText: `[${removal},${edited},${added}]`,
          expectedText: `[${edited},${call},${toolResult},${added}]`,
        },
      ],
    });
    expect(differences).toEqual([]);
    expect(messagesOf(state).map(idOf)).toEqual(['"asked"', idOf(call), idOf(toolResult), '"thanks"']);
  });

  it('are inserted with __remove_all__; a plain list keeps the messages that it omits', async () => {
    const threadId = await answered();
    const head = await demo.stateAt(threadId);
    const [question = '', call = '', toolResult = '', answer = ''] = messagesOf(head);
    const between = '{"type":"system","content":"Be brief","id":"between"}';
    const expectedText = `[${question},${between},${call},${toolResult},${answer}]`;
    const anew = await write(threadId, {
      checkpointId: head.checkpointId,
      asNode: 'model',
      changes: [
        {
          key: 'messages',
          valueText: `[{"type":"remove","id":"__remove_all__","content":""},${expectedText.slice(1)}`,
          expectedText,
        },
      ],
    });
    expect([anew.differences, messagesOf(anew.state).length]).toEqual([[], 5]);
    const shorter = `[${question}]`;
    const plain = await write(threadId, {
      checkpointId: anew.state.checkpointId,
      asNode: 'model',
      changes: [{ key: 'messages', valueText: shorter }],
    });
    expect(plain.differences).toMatchObject([{ key: 'messages', expectedText: shorter }]);
    expect(messagesOf(plain.state)).toHaveLength(5);
  });

  it('are rejected if a removed one is missing, or a tool message answers no call', async () => {
    const threadId = await answered();
    const { checkpointId } = await demo.stateAt(threadId);
    for (const message of ['{"type":"remove","id":"gone","content":""}', '{"type":"tool","content":"x"}']) {
      const changes = [{ key: 'messages', valueText: `[${message}]` }];
      await expect(write(threadId, { checkpointId, asNode: 'model', changes })).rejects.toMatchObject({
        code: expect.stringMatching(differing('refusedMessage')) as string,
      });
    }
  });

  it('have the checkpoint that created each one, and its alternatives on other branches', async () => {
    const threadId = await answered();
    const checkpoints = await demo.historyOf(threadId);
    const before = checkpoints.findLast(({ next }) => next.includes('model'))?.checkpointId ?? '';
    await demo.client.runs.wait(threadId, 'support', { input: null, checkpointId: before }, { signal });
    const history = await demo.threads['threads.messages'](
      { connectionId, threadId, key: 'messages' },
      signal,
    );
    expect(history.isTruncated).toBe(false);
    const at = (checkpointId: string) =>
      history.checkpoints.find(({ checkpoint }) => checkpoint.checkpointId === checkpointId)?.messages ?? [];
    const newest = history.checkpoints[0]?.messages ?? [];
    const old = at(checkpoints[0]?.checkpointId ?? '');
    expect([newest.length, old.length, at(before).length]).toEqual([4, 4, 1]);
    expect(newest[0]).toBe(old[0]);
    expect(newest[1]).not.toBe(old[1]);
    expect(history.ids[newest[0] ?? -1]).toBe('asked');
  });
});

describe('special names instead of a node', () => {
  /** The checkpoint before the tool ran, in a finished thread. */
  async function beforeTools(): Promise<{ threadId: string; checkpointId: string }> {
    const threadId = await answered();
    const checkpoints = await demo.historyOf(threadId);
    return {
      threadId,
      checkpointId: checkpoints.find(({ next }) => next[0] === 'tools')?.checkpointId ?? '',
    };
  }
  const changes = [{ key: 'pace', valueText: '7' }];

  it('__start__ accepts changes or none; the entry nodes run next', async () => {
    const { threadId, checkpointId } = await beforeTools();
    const changed = await write(threadId, { checkpointId, asNode: '__start__', changes });
    expect([changed.state.next, memberText(changed.state.valuesText, 'pace')]).toEqual([['receive'], '7']);
    const { state } = await write(threadId, { checkpointId, asNode: '__start__' });
    expect([state.next, state.source]).toEqual([['receive'], 'update']);
  });

  it('__end__ applies the results of the checkpoint’s tasks, and accepts no changes', async () => {
    const { threadId, checkpointId } = await beforeTools();
    const { state } = await write(threadId, { checkpointId, asNode: '__end__' });
    expect([state.next, messagesOf(state).length]).toEqual([['model'], 3]);
    await expect(write(threadId, { checkpointId, asNode: '__end__', changes })).rejects.toMatchObject({
      code: differing('refusedEdit'),
    });
    const head = await write(threadId, { checkpointId: state.checkpointId, asNode: '__end__' });
    expect(head.state.next).toEqual([]);
  });

  it('__copy__ repeats the checkpoint, and silently drops changes', async () => {
    const { threadId, checkpointId } = await beforeTools();
    const { state, differences } = await write(threadId, { checkpointId, asNode: '__copy__', changes });
    expect([state.source, state.next, memberText(state.valuesText, 'pace')]).toEqual([
      'fork',
      ['tools'],
      '0',
    ]);
    expect(differences).toMatchObject([{ key: 'pace', expectedText: '7', actualText: '0' }]);
  });

  it('without values, an update only moves on: after the given node, or not at all without one', async () => {
    const { threadId, checkpointId } = await beforeTools();
    const stays = await write(threadId, { checkpointId, asNode: null });
    expect([stays.state.next, stays.changedKeys]).toEqual([['tools'], []]);
    const moves = await write(threadId, { checkpointId, asNode: 'receive' });
    expect([moves.state.next, moves.changedKeys]).toEqual([['model'], []]);
  });

  it('a thread without a state accepts neither a copy nor an end with changes', async () => {
    const fresh = () => demo.newThread('support');
    const first = { checkpointId: null, asNode: '__copy__' };
    await expect(write(await fresh(), first)).rejects.toMatchObject({ code: differing('refusedEdit') });
    const end = await write(await fresh(), { checkpointId: null, asNode: '__end__' });
    expect(end.state.next).toEqual([]);
    const nobody = await write(await fresh(), { checkpointId: null, asNode: null });
    expect(nobody.state.next).toEqual(differing('updateWithoutState'));
  });
});

describe('several updates at once', () => {
  const make = (updatesText: string) =>
    demo.threads['threads.create']({ connectionId, graphId: 'support', name: null, updatesText }, signal);

  it('create a thread with a history: each update a step, each value exactly as typed', async () => {
    const inputText = '{"messages":[{"type":"human","content":"order 4711","id":"h1"}]}';
    const { threadId } = await make(
      `[{"as_node":"__input__","values":${inputText}},{"as_node":"__start__","values":${inputText}},
        [{"as_node":"receive","values":{"pace":3}}],{"as_node":"model","values":{"messages":[{"type":"ai","content":"Yes","id":"a1"}]}}]`,
    );
    const checkpoints = await demo.historyOf(threadId);
    expect(checkpoints.map(({ next }) => next)).toEqual([[], ['model'], ['receive'], ['__start__']]);
    const head = await demo.stateAt(threadId);
    expect([messagesOf(head).map(idOf), memberText(head.valuesText, 'pace')]).toEqual([
      ['"h1"', '"a1"'],
      '3',
    ]);
  });

  it('are not sent if one is invalid, and the error names the step', async () => {
    for (const [text, problem] of [
      ['{}', 'must be a list'],
      ['[{"values":{}}]', 'Step 1 has no node'],
      ['[{"as_node":"model"},{"as_node":"model","value":1}]', 'Step 2 has the unknown field "value"'],
      ['[[]]', 'Step 1 is empty'],
    ] as const) {
      await expect(make(text)).rejects.toMatchObject({
        code: 'invalid-input',
        message: expect.stringContaining(problem),
      });
    }
  });
});
