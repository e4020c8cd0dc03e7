import { beforeAll, describe, expect, it } from 'vitest';
import { slowness } from '../slowness.ts';
import { python } from '../python-server/python-server.mjs';
import { officialCases } from './official-cases.ts';
import { expectedOf, pythonDifferences } from './official-differences.ts';
import { runPythonCases } from './run-python-cases.ts';

describe("Python's RemoteGraph makes the same of each case, but for the known differences", () => {
  let outcomes: readonly unknown[] = [];

  beforeAll(async () => {
    outcomes = await runPythonCases(python, officialCases);
  }, 60_000 * slowness());

  it.each(officialCases.map(({ name, expected }, index) => ({ name, expected, index })))(
    '$name',
    ({ name, expected, index }) => {
      expect(outcomes[index]).toEqual(expectedOf(pythonDifferences, name, expected));
    },
  );
});
