import { describe, expect, it } from 'vitest';
import { officialCases } from './official-cases.ts';
import { expectedOf, javascriptDifferences, pythonDifferences } from './official-differences.ts';
import { createOfficial, createOurs, runCase } from './run-case.ts';

describe.each(officialCases)('$name', (official) => {
  it('with our RemoteGraph', async () => {
    expect(await runCase(official, createOurs)).toEqual(official.expected);
  });

  it("with LangChain's RemoteGraph, but for the known differences", async () => {
    const expected = expectedOf(javascriptDifferences, official.name, official.expected);
    expect(await runCase(official, createOfficial)).toEqual(expected);
  });
});

it('each known difference names cases that exist', () => {
  const names = new Set(officialCases.map(({ name }) => name));
  const named = [...javascriptDifferences, ...pythonDifferences].flatMap(({ cases }) => cases);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
