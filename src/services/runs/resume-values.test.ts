import { expect, it } from 'vitest';
import { resumeValues } from './run-mapper.ts';

const first = 'a'.repeat(32);
const second = '0123456789abcdef0123456789abcdef';
const record = (resume: string): string => `{"run_id":"r","kwargs":{"command":{"resume":${resume}}}}`;

it.each<[string, string, unknown[]]>([
  ['no run that answers', '{"kwargs":{"input":{"resume":1}}}', []],
  ['a run without kwargs', '{"run_id":"r"}', []],
  ['one value, exactly', record('12345678901234567890'), [[null, '12345678901234567890']]],
  ['a falsy value', record('false'), [[null, 'false']]],
  ['an object that is a value', record('{"type":"accept"}'), [[null, '{"type":"accept"}']]],
  [
    'answers by id',
    record(`{"${first}":"yes","${second}":{"n":1.0}}`),
    [
      [first, '"yes"'],
      [second, '{"n":1.0}'],
    ],
  ],
])('resume values are read from %s', (_name, text, answers) => {
  expect(resumeValues(text).map(({ interruptId, valueText }) => [interruptId, valueText])).toEqual(answers);
});

it('resume values have a limited length', () => {
  const many = Array.from(
    { length: 50 },
    (_, index) => `"${index.toString(16).padStart(32, '0')}":"${'x'.repeat(999)}"`,
  );
  const answers = resumeValues(record(`{${many.join(',')}}`));
  expect(answers).toHaveLength(20);
  expect(answers[0]?.valueText.length).toBeLessThan(210);
});
