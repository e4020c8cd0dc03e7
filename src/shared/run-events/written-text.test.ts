import { describe, expect, it } from 'vitest';
import { writtenText } from './written-text.ts';

const written = (text: string): string | null => {
  const { result } = JSON.parse(text) as { result: unknown };
  return writtenText(result, text);
};

describe('writtenText', () => {
  it.each<[string, string, string | null]>([
    ['one small value', '{"result":{"approved":true}}', 'approved: true'],
    ['a short text', '{"result":{"note":"a \\"b\\""}}', 'note: "a \\"b\\""'],
    ['nothing', '{"result":{"note":null}}', 'note: null'],
    ['a name where the value is long', `{"result":{"text":"${'x'.repeat(99)}"}}`, 'text'],
    ['a name where the value is not small', '{"result":{"log":["a"]}}', 'log'],
    ['names of several', '{"result":{"a":1,"b":2,"c":3,"d":4,"e":5}}', 'a, b, c +2'],
    ['names of pairs', '{"result":[["outline",["a"]],["log",["b"]]]}', 'outline, log'],
    ['no names of the runtime', '{"result":[["note",1],["branch:to:x",null],["__end__",0]]}', 'note'],
    ['no empty result', '{"result":{}}', null],
    ['no result that is not of writes', '{"result":"done"}', null],
  ])('has %s', (_, text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it('has a number as the server wrote it', () => {
    expect(written('{"result":{"id":12345678901234567890}}')).toBe('id: 12345678901234567890');
    expect(written('{"result":{"rate":1.0}}')).toBe('rate: 1.0');
    const debug = '{"type":"task_result","payload":{"result":{"rate":1.50}}}';
    expect(writtenText({ rate: 1.5 }, debug)).toBe('rate: 1.50');
  });

  it('is short, whatever a server sends', () => {
    // V8 hashes longer names by their length only, so that many of them would take minutes.
    const name = 'n'.repeat(10_000);
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${name}${index}`, index]));
    expect(writtenText(many, '')?.length).toBeLessThan(90);
    expect(writtenText({ [name]: name }, '')?.length).toBeLessThan(30);
  });
});
