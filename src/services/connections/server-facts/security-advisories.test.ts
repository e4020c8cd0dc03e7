import { expect, it } from 'vitest';
import { securityAdvisoriesOf } from './security-advisories.ts';

const info = (version: string, rest = {}) => ({
  version,
  langgraph_py_version: '1.2.0',
  flags: { langsmith: false },
  ...rest,
});
const idsOf = (answer: unknown) => securityAdvisoriesOf(answer).map(({ id }) => id);

it.each([
  ['0.11.2', ['GHSA-747p-c922-m55f', 'GHSA-4hm6-w6qq-w73v']],
  ['0.11.3', ['GHSA-4hm6-w6qq-w73v']],
  ['0.12.4', ['GHSA-747p-c922-m55f', 'GHSA-4hm6-w6qq-w73v']],
  ['0.12.10', ['GHSA-4hm6-w6qq-w73v']],
  ['0.14.9', ['GHSA-4hm6-w6qq-w73v']],
  ['0.15.0', []],
  ['0.16.7', []],
  ['1.0.0', []],
])('version %s has the advisories of its range', (version, ids) => {
  expect(idsOf(info(version))).toEqual(ids);
});

it('nothing is said of a server without a version, of JavaScript, or of another maker', () => {
  expect(idsOf(null)).toEqual([]);
  expect(idsOf(info('latest'))).toEqual([]);
  expect(idsOf({ version: 3 })).toEqual([]);
  expect(idsOf(info('0.11.0', { langgraph_py_version: undefined }))).toEqual([]);
  expect(idsOf(info('0.11.0', { flags: { assistants: true } }))).toEqual([]);
});
