import { expect, it } from 'vitest';
import { mergeConfig, mergeOptional } from './version-settings.ts';

it('a config over that of a version is merged as servers do, with its numbers', () => {
  const version = '{"tags":["v"],"recursion_limit":5,"configurable":{"a":9007199254740993,"b":1.0}}';
  expect(mergeConfig(version, null)).toBe(version);
  expect(mergeConfig(version, '{"recursion_limit":7,"configurable":{"b":2,"c":null}}')).toBe(
    '{"tags":["v"],"recursion_limit":7,"configurable":{"a":9007199254740993,"b":2,"c":null}}',
  );
  expect(mergeConfig('{}', '{"configurable":{"a":1}}')).toBe('{"configurable":{"a":1}}');
  expect(mergeConfig('{"configurable":{"a":1}}', '{}')).toBe('{"configurable":{"a":1}}');
  expect(mergeOptional('{"a":1.0}', null)).toBe('{"a":1.0}');
});
