import { describe, expect, it } from 'vitest';
import { defaultOptions } from './composer-options.ts';
import { configOnTop, countChangedSettings, effectiveSettings, settingsOnTop } from './effective-settings.ts';

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

describe('what a run has to set on top of its assistant', () => {
  const base = '{"configurable":{"a":1.0,"b":2},"tags":["x"]}';

  it('is nothing while the settings mean the same', () => {
    expect(settingsOnTop('{"a":1.0}', '{ "a": 1.0 }')).toBeNull();
    expect(configOnTop(base, '{"tags": ["x"], "configurable": {"b": 2, "a": 1.0}}')).toBeNull();
  });

  it('has only the members that differ, with their numbers as they were typed', () => {
    expect(settingsOnTop('{"a":1.0,"b":2}', '{"a":1.00,"b":2,"c":9007199254740993}')).toBe(
      '{"a":1.00,"c":9007199254740993}',
    );
    expect(configOnTop(base, '{"configurable":{"a":1.0,"b":3},"tags":["x"],"n":1}')).toBe(
      '{"configurable":{"b":3},"n":1}',
    );
  });

  it('gives the wanted settings once it is merged', () => {
    const wanted = '{"configurable":{"a":1.0,"b":3},"tags":["y"]}';
    const run = { ...defaultOptions, configText: configOnTop(base, wanted) };
    expect(effectiveSettings({ configText: base, contextText: '{}' }, run).configText).toBe(wanted);
  });
});

describe('the count of changed settings', () => {
  const assistant = { configText: '{"configurable":{"a":1},"tags":[]}', contextText: '{"model":"x"}' };
  const count = (configText: string | null, contextText: string | null): number =>
    countChangedSettings(assistant, { configText, contextText });

  it.each([
    [null, null, 0],
    ['{"configurable":{"a":1}}', '{"model":"x"}', 0],
    ['{"configurable":{"a":2,"b":3},"tags":["t"]}', null, 3],
    [null, '{"model":"y"}', 1],
    ['{"configurable"', null, 1],
  ])('of config %s and context %s is %i', (configText, contextText, expected) => {
    expect(count(configText, contextText)).toBe(expected);
  });
});
