import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../real-server/test-server.ts';
import { sharedServer } from '../shared-server.ts';
import { slowness } from '../slowness.ts';
import { inFull } from '../test-scale.ts';
import { isAccepted } from './accepted-findings.ts';
import { doMainJob, findingText, type Baseline, type Finding } from './main-job.ts';
import type { Mutation } from './mutation.ts';
import { mutations } from './mutation-list.ts';

/** One of each kind, and those that were worst. */
const sample = new Set([
  'nothing',
  'responses in small pieces',
  'headers location and content-location removed',
  'header content-type removed',
  'header content-location of another run',
  'run.status removed',
  'state.tasks removed',
  'state.next removed',
  'state: an unknown field added',
  'route run get: 405',
  'route run start: done, answered with an empty 200',
  'event tasks dropped',
  'event tasks last',
  'event metadata dropped',
  'stream mode tasks refused',
  'a run of another thread in the list',
]);

const named = process.env['MUTATION'];
// What the other servers do differently by themselves is in their profiles.
const isGood = testServer === 'javascript' || testServer === 'python';
const tried = mutations.filter(({ name }) =>
  named === undefined ? isGood && (inFull || sample.has(name)) : new RegExp(named).test(name),
);

/** What is wrong: a mutation that takes nothing away may cost nothing either. */
function faultsOf({ name, isHarmless }: Mutation, findings: readonly Finding[]): string[] {
  return findings
    .filter(({ kind }) => isHarmless || kind !== 'loss')
    .flatMap((finding) => {
      const text = findingText(finding);
      return isAccepted(name, text) ? [] : [text];
    });
}

const baseline: Baseline = new Map();
const losses = new Map<string, number>();
let url = '';

beforeAll(async () => {
  ({ url } = await sharedServer('real'));
});

afterAll(() => {
  const count = [...losses.values()].reduce((sum, each) => sum + each, 0);
  // How much was tried is part of the result.
  process.stdout.write(
    `Mutations of the ${testServer} server: tried ${losses.size} of ${mutations.length}; ${count} losses, all named.\n`,
  );
});

describe('the main job on a server that is different in one way', () => {
  it('has sampled names that exist', () => {
    const names = new Set(mutations.map(({ name }) => name));
    expect(names.size).toBe(mutations.length);
    expect([...sample].filter((name) => !names.has(name))).toEqual([]);
  });

  it.concurrent.each(tried)(
    'works or says what is missing: $name',
    { timeout: 300_000 * slowness() },
    async (mutation) => {
      const findings = await doMainJob(url, mutation, baseline);
      losses.set(mutation.name, findings.filter(({ kind }) => kind === 'loss').length);
      expect(faultsOf(mutation, findings)).toEqual([]);
    },
  );
});
