import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/fast-check.ts';
import { evaluateExpression, isTruthy } from './evaluate-expression.ts';
import { parseLogMessage } from './log-message.ts';
import { parseExpression } from './parse-expression.ts';
import { readStateText } from './state-reader.ts';

const state = JSON.stringify({
  revision: 3,
  approved: false,
  published: null,
  tags: ['urgent', 'a'],
  note: 'Say it again',
  messages: [
    { type: 'human', content: 'hi' },
    { type: 'tool', content: 'ok', length: 7 },
  ],
  'odd key': { in: 1 },
  none: [],
});
const value = (text: string, stateText = state): unknown =>
  evaluateExpression(parseExpression(text), readStateText(stateText));

describe('an expression over a state', () => {
  it.each<[string, unknown]>([
    ['revision > 2', true],
    ['revision >= 3 && !approved', true],
    ['revision > 2 and not approved', true],
    ['revision == 3.0', true],
    ['revision === 4 or approved', false],
    ['-revision + 2 * 3 - 4 % 3', 2],
    ['(1 + 2) * 3', 9],
    ['not revision == 3', false],
    ['!published', true],
    ['published == null', true],
    ['missing > 2', false],
    ['missing.deep[3].er == None', true],
    ['messages[-1].type == "tool"', true],
    ["messages.at(0).content == 'hi'", true],
    ['messages?.length', 2],
    ['len(messages) >= 2', true],
    ['messages[1].length', 7],
    ['len(tags) + len(note)', 14],
    ['"urgent" in tags', true],
    ['"x" not in tags', true],
    ['tags.includes("a")', true],
    ['tags == ["urgent", "a"]', true],
    ['note.lower().startswith("say")', true],
    ['note.includes("again") and note.trim().endsWith("again")', true],
    ['"in" in $["odd key"]', true],
    ['$["odd key"].in', 1],
    ['$.revision', 3],
    ['note + "!"', 'Say it again!'],
    ['"a\\n\\"b" + \'c\'', 'a\n"bc'],
    ['none', []],
  ])('%s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it('compares whole numbers that no double holds exactly', () => {
    const exact = '{"id":9007199254740993}';
    expect(value('id == 9007199254740993', exact)).toBe(true);
    expect(value('id == 9007199254740992', exact)).toBe(false);
    expect(value('id > 9007199254740992', exact)).toBe(true);
  });

  it('takes nothing from the prototypes of values', () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(value(`$.${name} == null and messages[0].${name} == null`)).toBe(true);
    expect(value('__proto__.x', '{"__proto__":{"x":1}}')).toBe(1);
    expect(() => value('note.constructor')).toThrow('A string has no member constructor.');
    expect(() => value('note.repeat(3)')).toThrow('repeat() can’t be called');
    // A test that is written of it fails, too.
    expect(() => value('published.repeat(3)')).toThrow('repeat() can’t be called');
  });

  it.each([
    ['', 'The expression is empty.'],
    ['revision = 2', 'One = does not compare.'],
    ['revision >', 'ends too early'],
    ['(revision', '“)” is missing at the end.'],
    ['1 < revision < 5', 'can’t be chained'],
    ['revision revision', 'Unexpected “revision”.'],
    ['"open', 'A string has no closing ".'],
    ['fetch("x")', 'There is no function fetch'],
    ['a => a', 'One = does not compare'],
    ['tags.', 'A name is missing after the dot.'],
    ['(('.repeat(40), 'nested too deeply'],
    ['!'.repeat(200) + 'a', 'nested too deeply'],
    [`${'a + '.repeat(500)}a`, 'longer than 1000 characters'],
    ['and', 'Unexpected “and”.'],
    ['007', 'is not a number'],
    ['a ; b', 'Unexpected “;”.'],
  ])('refuses %j', (text, message) => {
    expect(() => parseExpression(text)).toThrow(message);
  });

  it.each([
    ['revision > note', 'Can’t compare a number with a string.'],
    ['tags - 1', 'Can’t calculate a list - a number.'],
    ['revision.x', 'A number has no members.'],
    ['tags[$["odd key"]]', 'A list has no member called an object.'],
    ['$[tags]', 'An object has no member called a list.'],
    ['-note', 'Can’t negate a string.'],
  ])('says why it can’t evaluate %j', (text, message) => {
    expect(() => value(text)).toThrow(message);
  });

  it('ends over any state: work is bounded, and so are the values that are read', () => {
    const list = JSON.stringify({
      a: Array.from({ length: 20_000 }, (_, index) => ({ at: index })),
      b: 'ab'.repeat(400_000),
    });
    const all = Array.from({ length: 40 }, (_, index) => `"${index}" in a`).join(' or ');
    expect(() => value(all, list)).toThrow('takes too long to evaluate on this state');
    expect(() => value('b in b', list)).toThrow('takes too long to evaluate on this state');
    expect(() => value('c', `{"c":"${'x'.repeat(2_000_001)}"}`)).toThrow('too large to evaluate');
    expect(value('revision', `{"c":"${'x'.repeat(2_000_001)}","revision":1}`)).toBe(1);
  });

  it('takes any text for an expression or refuses it in words', () => {
    const failureOf = (text: string): string | null => {
      try {
        value(text);
        return null;
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    };
    const texts = fc.property(fc.string({ maxLength: 60 }), (text) =>
      [null, 'ExpressionError'].includes(failureOf(text)),
    );
    expect(() => fc.assert(texts)).not.toThrow();
  });

  it('counts what is empty as false', () => {
    for (const empty of [null, false, 0, '', [], {}]) expect(isTruthy(empty)).toBe(false);
    for (const full of [true, 1, 'a', [0], { a: 1 }]) expect(isTruthy(full)).toBe(true);
  });
});

describe('a log message', () => {
  it('has expressions in braces', () => {
    expect(parseLogMessage('r is {revision}, {{raw}} {"}"}')).toEqual([
      'r is ',
      { kind: 'state', key: 'revision' },
      ', {raw} ',
      { kind: 'literal', value: '}' },
    ]);
    expect(parseLogMessage('plain')).toEqual(['plain']);
  });

  it('refuses what is no expression', () => {
    expect(() => parseLogMessage('a {b')).toThrow('no closing }');
    expect(() => parseLogMessage('a {}')).toThrow('The expression is empty.');
    expect(() => parseLogMessage('a {b c}')).toThrow('Unexpected “c”.');
  });
});
