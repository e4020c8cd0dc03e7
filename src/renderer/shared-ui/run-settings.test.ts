import { expect, it } from 'vitest';
import { withRunSettings } from './run-settings.ts';

it('puts settings on top of what a run has, and sends nothing that is empty', () => {
  const base = { configText: '{"tags":["a"],"configurable":{"a":1.0,"b":2}}', contextText: null };
  expect(withRunSettings(base, { contextText: '{"prompt":"x"}', configurableText: '{"b":3}' })).toEqual({
    configText: '{"tags":["a"],"configurable":{"a":1.0,"b":3}}',
    contextText: '{"prompt":"x"}',
  });
  const none = { configText: null, contextText: '{"p":1}' };
  expect(withRunSettings(none, { contextText: '{}', configurableText: '{}' })).toEqual(none);
});
