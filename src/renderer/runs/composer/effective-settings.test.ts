import { expect, it } from 'vitest';
import { defaultOptions } from './composer-options.ts';
import { effectiveSettings } from './effective-settings.ts';

it('the config of a run overrides the one of its assistant, member by member', () => {
  const assistant = {
    configText: '{"configurable":{"a":1.0,"b":2},"tags":["x"]}',
    contextText: '{"user":"u"}',
  };
  const options = {
    ...defaultOptions,
    configText: '{"configurable":{"b":9007199254740993}}',
    recursionLimit: 7,
  };
  expect(effectiveSettings(assistant, options)).toEqual({
    configText: '{"configurable":{"a":1.0,"b":9007199254740993},"tags":["x"],"recursion_limit":7}',
    contextText: '{"user":"u"}',
  });
  expect(effectiveSettings({ configText: '{}', contextText: 'null' }, defaultOptions)).toEqual({
    configText: '{}',
    contextText: '{}',
  });
});
