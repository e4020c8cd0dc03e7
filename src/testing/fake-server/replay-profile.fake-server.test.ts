import { describe, expect, it } from 'vitest';
import { checkCases, checkServer, roleNames } from 'remote-graph-client/server-check';
import { committedProfiles } from './committed-profiles.ts';
import { startFakeServer } from './fake-server.ts';
import { replayOf, replayProfile } from './replay-profile.ts';
import { notReplayable, replayRules } from './replay-rules.ts';

const named = committedProfiles.map((profile) => ({ name: replayProfile(profile).name, profile }));

describe.each(named)('the stand-in for $name', ({ profile }) => {
  const findings = Object.entries(profile.cases).filter(
    ([, { outcome }]) => outcome !== 'yes' && outcome !== 'untested',
  );

  it('replays each finding, or says why it does not', () => {
    const unknown = findings.filter(([id, result]) => replayOf(id, result) === undefined);
    expect(unknown.map(([id, { detail }]) => `${id}: ${detail}`)).toEqual([]);
  });

  it('is found to lack the routes that the server lacks', async () => {
    const missing = findings.filter(
      ([id, result]) => result.outcome === 'missing' && replayOf(id, result)?.kind === 'changed',
    );
    const ids = missing.map(([id]) => id);
    const server = await startFakeServer({ profile: replayProfile(profile) });
    try {
      for (const [id, { detail = '' }] of missing) {
        const [method = '', path = ''] = checkCases.find((each) => each.id === id)?.route.split(' ') ?? [];
        const status = /\b(?:answered|came) (\d{3})\b/.exec(detail)?.[1];
        if (status === undefined) continue;
        const response = await fetch(`${server.url}${path.replaceAll(/\{\w+\}/g, 'some')}`, { method });
        expect([id, response.status]).toEqual([id, Number(status)]);
      }
      if (ids.length === 0) return;
      const { profile: serverProfile } = await checkServer({
        url: server.url,
        only: ids,
        roles: { graphs: Object.fromEntries(roleNames.map((role) => [role, 'exact'])) },
        limits: { requestMs: 2000, caseMs: 4000 },
      });
      // The stand-in lacks some routes that cases begin with; then they are not tried.
      const others = ids.filter((id) => {
        const { outcome, detail = '' } = serverProfile.cases[id] ?? {};
        return outcome !== 'missing' && !(outcome === 'untested' && detail.startsWith('needs'));
      });
      expect(others.map((id) => [id, serverProfile.cases[id]])).toEqual([]);
      expect(ids.some((id) => serverProfile.cases[id]?.outcome === 'missing')).toBe(true);
    } finally {
      await server.close();
    }
  });
});

it('rules and reasons name cases that exist', () => {
  const ids = checkCases.map(({ id }) => id);
  const names = [...Object.keys(replayRules), ...notReplayable.flatMap(({ cases }) => cases)];
  const gone = names.filter((name) => !ids.some((id) => id === name || id.startsWith(`${name}.`)));
  expect(gone).toEqual([]);
});
