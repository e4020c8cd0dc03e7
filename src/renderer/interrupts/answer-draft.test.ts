import { describe, expect, it } from 'vitest';
import { answerableInterrupts, otherNodesLabel } from './group-interrupts.ts';
import {
  buildAnswer,
  serializeAnswerDraft,
  emptyDraft,
  withAnswerMode,
  parseAnswerDraft,
  type AnswerDraft,
} from './answer-draft.ts';
import { parseInterrupt } from './parse-interrupt.ts';

const question = (value: unknown, schemaText?: string) =>
  parseInterrupt({ valueText: JSON.stringify(value), ...(schemaText === undefined ? {} : { schemaText }) });
const open = question({ question: 'What is your name?' });
const yesNo = question('May we?');
const actions = question([
  { action_request: { action: 'pay', args: { n: 1 } }, config: { allow_edit: true } },
  { action_request: { action: 'close', args: {} }, config: {} },
]);
const json = (text: string): AnswerDraft => ({ mode: 'json', text, decided: [] });

describe('an answer', () => {
  it.each(['false', '0', '""', 'null', '{}', '[]', '9007199254740993', '"words"'])('may be %s', (text) => {
    expect(buildAnswer(open, json(text))).toEqual({ text, problem: null });
  });

  it.each([
    ['', 'Write an answer'],
    ['yes', 'line 1, column 1'],
    ['{"a": }', 'line 1, column 7'],
  ])('may not be %j, and it says why', (text, problem) => {
    expect(buildAnswer(open, json(text)).problem).toContain(problem);
  });

  it('is undecided at first, whatever is asked', () => {
    for (const one of [open, yesNo, actions, question(1, '{"type":"integer"}')]) {
      expect(buildAnswer(one, emptyDraft(one)).problem).not.toBeNull();
    }
  });

  it('begins in the most fitting way', () => {
    expect(emptyDraft(open).mode).toBe('text');
    expect(emptyDraft(yesNo).mode).toBe('choices');
    expect(emptyDraft(question({ answer_with: { a: 1 } })).mode).toBe('json');
    expect(emptyDraft(actions).mode).toBe('requests');
    expect(emptyDraft(question(1, '{"type":"integer"}')).mode).toBe('form');
  });

  it('in words is a JSON string', () => {
    expect(buildAnswer(open, { mode: 'text', text: 'Say "hi"\n', decided: [] }).text).toBe(
      '"Say \\"hi\\"\\n"',
    );
  });

  it('names the requests that are not decided yet, and is one list when all are', () => {
    const approve = { decision: 'approve', text: '' } as const;
    const draft = (decided: AnswerDraft['decided']): AnswerDraft => ({ mode: 'requests', text: '', decided });
    expect(buildAnswer(actions, draft([approve])).problem).toBe('close needs a decision.');
    expect(buildAnswer(actions, draft([])).problem).toBe('pay needs a decision, and 1 more.');
    expect(buildAnswer(actions, draft([{ decision: 'edit', text: '{"n": 2.0}' }, approve]))).toEqual({
      text: '[{"type":"edit","args":{"action":"pay","args":{"n":2.0}}},{"type":"accept","args":null}]',
      problem: null,
    });
  });

  it('says the same in another mode where it can', () => {
    expect(withAnswerMode({ mode: 'text', text: 'hi', decided: [] }, 'json', open).text).toBe('"hi"');
    expect(withAnswerMode(json('"hi"'), 'text', open).text).toBe('hi');
    expect(withAnswerMode(json('{"a":1.0}'), 'text', open).text).toBe('{"a":1.0}');
    const example = question({ answer_with: { approved: true } });
    expect(withAnswerMode({ mode: 'text', text: '', decided: [] }, 'json', example).text).toContain(
      '"approved"',
    );
  });
});

describe('a kept draft', () => {
  it('comes back as it was, broken JSON and all', () => {
    const draft: AnswerDraft = {
      mode: 'requests',
      text: '',
      decided: [null, { decision: 'edit', text: '{' }],
    };
    expect(parseAnswerDraft(serializeAnswerDraft(draft), actions)).toEqual(draft);
  });

  it.each([null, 'true', '{"mode":"requests","text":"","decided":[]}'])(
    '%j is none of this question',
    (text) => {
      expect(parseAnswerDraft(text, open)).toEqual(emptyDraft(open));
    },
  );
});

describe('questions with ids', () => {
  it('says which share one answer, and leaves out those without an id', () => {
    const interrupts = answerableInterrupts([
      { taskId: 't', index: 0, id: 'a', valueText: '1', nodeId: 'x' },
      { taskId: 'u', index: 0, id: null, valueText: '1', nodeId: 'y' },
      { taskId: 'v', index: 0, id: 'a', valueText: '2', nodeId: 'z' },
    ]);
    expect(interrupts.map((one) => [one.nodeId, one.group.size, otherNodesLabel(one)])).toEqual([
      ['x', 2, 'z'],
      ['z', 2, 'x'],
    ]);
  });

  it('names another question of the same node, and only so many nodes', () => {
    const under = (nodeId: string) => ({ taskId: 't', index: 0, id: 'a', valueText: '1', nodeId });
    expect(answerableInterrupts([under('x'), under('x')]).map(otherNodesLabel)).toEqual(['x', 'x']);
    const [first] = answerableInterrupts(Array.from({ length: 100 }, (_, index) => under(`n${index}`)));
    expect(first && otherNodesLabel(first)).toMatch(/^n1, n2, .*, n20 and more$/);
  });

  it.each([
    ['an id of its own', (at: number) => `q${at}`],
    ['the same id', () => 'q'],
  ])('looks at each of many questions with %s a fixed number of times', (_, idOf) => {
    const count = 2000;
    let reads = 0;
    const interrupts = Array.from({ length: count }, (__, index) => ({
      taskId: `t${index}`,
      index: 0,
      get id() {
        reads += 1;
        return idOf(index);
      },
      valueText: '1',
      get nodeId() {
        reads += 1;
        return `n${index}`;
      },
    }));
    const found = answerableInterrupts(interrupts);
    for (const one of found) expect(otherNodesLabel(one).length).toBeLessThan(200);
    expect(found).toHaveLength(count);
    expect(reads).toBeLessThan(10 * count);
  });
});
