import { describe, expect, it } from 'vitest';
import { interruptKind, interruptSummary, parseInterrupt } from './parse-interrupt.ts';

const read = (value: unknown) =>
  parseInterrupt({ valueText: typeof value === 'string' ? value : JSON.stringify(value) });
const quick = (value: unknown) =>
  read(value).quick.map(({ label, valueText }) => `${label}: ${valueText.replaceAll(/\s+/g, ' ')}`);

describe('readQuestion', () => {
  it.each<[string, unknown, string[]]>([
    ['a yes-or-no question', { question: 'Publish?', text: 'x' }, ['Approve: true', 'Reject: false']],
    ['a request for consent', { message: 'Please approve the refund.' }, ['Approve: true', 'Reject: false']],
    ['a plain text', '"Do you agree?"', ['Approve: true', 'Reject: false']],
    ['an open question', { question: 'What is your name?' }, []],
    ['a text that asks nothing', '"waiting"', []],
    ['a number', '7', []],
    ['an empty list', '[]', []],
    [
      'an example answer, without its explanations',
      { question: 'Send it?', answer_with: { approved: true, note: 'why not', level: 2 } },
      [
        'Approve: { "approved": true, "note": "", "level": 2 }',
        'Reject: { "approved": false, "note": "", "level": 2 }',
      ],
    ],
    ['given options', { question: 'Which?', options: ['red', 'blue'] }, ['red: "red"', 'blue: "blue"']],
    ['options of any type', '{"question":"Which?","options":[1.0,false]}', ['1.0: 1.0', 'false: false']],
    ['options that say the same', { question: 'Which?', options: ['a', 'a'] }, []],
    ['a question with a schema', { question: 'Ok?', schema: { type: 'boolean' } }, []],
  ])('offers for %s', (_, value, answers) => {
    expect(quick(value)).toEqual(answers);
  });

  it('separates the question from the rest and keeps every token of it', () => {
    const question = parseInterrupt({ valueText: '{"id":9007199254740993,"question":"Ok?","rate":1.0}' });
    expect(question.title).toBe('Ok?');
    expect(question.values).toEqual([
      { label: 'id', text: '9007199254740993' },
      { label: 'rate', text: '1.0' },
    ]);
  });

  it('reads a long text as text, not as a heading', () => {
    const long = 'word '.repeat(60);
    expect(read(JSON.stringify(long))).toMatchObject({
      title: null,
      values: [{ text: JSON.stringify(long) }],
    });
    expect(read({ question: long })).toMatchObject({ title: null, values: [{ label: 'question' }] });
  });

  it('takes the schema beside the value, else the one in it', () => {
    const own = { question: 'Which?', response_schema: { enum: [1, 2] } };
    expect(read(own)).toMatchObject({ schemaText: '{"enum":[1,2]}', values: [] });
    expect(parseInterrupt({ valueText: JSON.stringify(own), schemaText: '{"type":"null"}' }).schemaText).toBe(
      '{"type":"null"}',
    );
    expect(read({ schema: 'public', question: 'Which?' }).schemaText).toBeNull();
  });

  it.each<[unknown, string, string]>([
    ['"Do you agree?"', 'approval', 'Do you agree?'],
    [{ question: 'Who?' }, 'question', 'Who?'],
    [{ question: 'Who?', schema: { type: 'string' } }, 'form', 'Who?'],
    [{ action_request: { action: 'pay', args: {} } }, 'approval', 'pay needs approval'],
    [{ draft: 'one\ntwo' }, 'question', 'draft: one two'],
    ['{}', 'question', '{}'],
  ])('is for lists what it is: %j', (value, kind, line) => {
    expect(interruptKind(read(value))).toBe(kind);
    expect(interruptSummary(read(value))).toBe(line);
  });
});
