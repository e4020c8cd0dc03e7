import { describe, expect, it } from 'vitest';
import { readQuestion } from './question.ts';

const read = (value: unknown) => readQuestion(typeof value === 'string' ? value : JSON.stringify(value));
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
  ])('offers for %s', (_, value, answers) => {
    expect(quick(value)).toEqual(answers);
  });

  it('offers what an agent inbox request allows, in the form in which it came', () => {
    const request = {
      action_request: { action: 'pay', args: { amount: 3 } },
      config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
      description: 'Pay 3?',
    };
    expect(read([request]).title).toBe('Pay 3?');
    expect(quick([request])).toEqual([
      'Approve: [{"type":"accept","args":null}]',
      'Ignore: [{"type":"ignore","args":null}]',
      'Respond: [{"type":"response","args":"No, because ..."}]',
      'Edit: [{"type":"edit","args":{"action":"pay","args":{"amount":3}}}]',
    ]);
    expect(quick(request)[0]).toBe('Approve: {"type":"accept","args":null}');
  });

  it('separates the question from the rest and keeps every token of it', () => {
    const question = readQuestion('{"id":9007199254740993,"question":"Ok?","rate":1.0}');
    expect(question.title).toBe('Ok?');
    expect(question.parts).toEqual([
      { label: 'id', text: '9007199254740993', isJson: true },
      { label: 'rate', text: '1.0', isJson: true },
    ]);
  });

  it('shows text as text', () => {
    const prose = { text: 'line one\nline two', isJson: false };
    expect(readQuestion('"line one\\nline two"').parts).toEqual([{ label: null, ...prose }]);
    expect(readQuestion('{"draft":"line one\\nline two"}').parts).toEqual([{ label: 'draft', ...prose }]);
  });

  it('starts with the first answer, else with an empty text', () => {
    expect(read({ question: 'Ok?' }).startText).toBe('true');
    expect(read({ question: 'What is it?' }).startText).toBe('""');
  });
});
