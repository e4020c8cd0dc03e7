import { expect, it } from 'vitest';
import { settingSources } from './setting-origins.ts';

const schemaText = '{"properties":{"model":{"default":"small"},"closing":{"default":"Bye"},"color":{}}}';

it('says of each setting where it comes from, and what a run replaces', () => {
  const sources = settingSources({
    schemaText,
    assistantText: '{"model":"large","big":9007199254740993}',
    runText: '{"model":"tiny","own":1.0}',
  });
  expect(sources).toEqual([
    { key: 'model', valueText: '"tiny"', origin: 'run', replacedText: '"large"' },
    { key: 'closing', valueText: '"Bye"', origin: 'default', replacedText: null },
    { key: 'color', valueText: null, origin: 'unset', replacedText: null },
    { key: 'big', valueText: '9007199254740993', origin: 'assistant', replacedText: null },
    { key: 'own', valueText: '1.0', origin: 'run', replacedText: null },
  ]);
});

it('is bounded, and reads nothing that is no object', () => {
  const long = JSON.stringify({ a: 'x'.repeat(10_000) });
  const [one] = settingSources({ schemaText: null, assistantText: long, runText: null });
  expect(one?.valueText).toHaveLength(301);
  const many = JSON.stringify(
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index])),
  );
  expect(settingSources({ schemaText: null, assistantText: many, runText: null })).toHaveLength(200);
  expect(settingSources({ schemaText: '[]', assistantText: '{}', runText: '{}' })).toEqual([]);
});
