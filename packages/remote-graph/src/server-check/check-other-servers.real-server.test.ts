import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLoopbackReceiver } from '../../graph-server-check/loopback-receiver.ts';
import { startRealServer } from '../../../../src/testing/real-server/real-server.ts';
import { testServer, type TestServer } from '../../../../src/testing/real-server/test-server.ts';
import { slowness } from '../../../../src/testing/slowness.ts';
import { checkServer } from './check-server.ts';
import { formatProfile, parseProfile, type ServerProfile } from './profile.ts';

/** Files of `profiles`. The official servers of the studio have a test of their own. */
const profileNames: Readonly<Partial<Record<TestServer, string>>> = {
  'js-2.0.0': 'javascript-2.0.0',
  'pure-graph': 'pure-graph-3.3.3',
  aegra: 'aegra-0.11.0',
};
const profileName = profileNames[testServer];

/** Cases that a server passes by chance only, with the outcomes that were seen. */
const casesByChance: Readonly<Partial<Record<TestServer, Readonly<Record<string, readonly string[]>>>>> = {
  // The second run may begin before the first one has ended.
  aegra: { 'multitask.enqueue': ['yes', 'different'] },
};

/** The profile with the committed result of each case by chance, if this one was seen before. */
async function withoutChance(profile: ServerProfile): Promise<ServerProfile> {
  const text = await readFile(join(import.meta.dirname, 'profiles', `${profileName}.json`), 'utf8');
  const committed = parseProfile(text);
  const cases = { ...profile.cases };
  for (const [id, outcomes] of Object.entries(casesByChance[testServer] ?? {})) {
    const caseResult = committed.cases[id];
    if (caseResult !== undefined && outcomes.includes(cases[id]?.outcome ?? '')) cases[id] = caseResult;
  }
  return { ...profile, cases };
}

it.runIf(profileName !== undefined)(
  'finds what the committed profile of the server says (only where npm run test:servers has installed it)',
  { timeout: 300_000 * slowness() },
  async () => {
    const server = await startRealServer({ check: true });
    const receiver = await openLoopbackReceiver();
    try {
      // The profile names the limit of a case that does not end, so that it can't grow with the load.
      const limits = { requestMs: 20_000 * slowness(), caseMs: 120_000, totalMs: 3_600_000 };
      // It does not say what it is. Of many runs at once, it loses some: "Queue with id ... does not exist".
      const ofServer =
        testServer === 'pure-graph' ? { name: 'pure-graph', concurrency: 4 } : { concurrency: 16 };
      const report = await checkServer({ url: server.url, ...ofServer, receiver, limits });
      expect(report.stopped).toBeNull();
      // What pure-graph refuses to delete stays in its memory.
      const leftovers = report.leftovers.filter(
        (line) => testServer !== 'pure-graph' || !line.endsWith(' 500 to DELETE'),
      );
      expect(leftovers).toEqual([]);
      // Updated by npm run test:servers -- --update-profiles.
      const profile = await withoutChance(report.profile);
      await expect(formatProfile(profile)).toMatchFileSnapshot(`profiles/${profileName}.json`);
    } finally {
      receiver.close();
      await server.stop();
    }
  },
);
