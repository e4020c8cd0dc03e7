import {
  checkCases,
  type CaseResult,
  type ServerProfile as CheckedProfile,
} from 'remote-graph-client/server-check';
import { notReplayable, replayRules, type Replay } from './replay-rules.ts';
import { hostedProfile, type MissingRoute, type ServerProfile } from './server-profiles.ts';

/** What no case of the server check measures, by the name of the server. */
const unmeasured: Readonly<Record<string, Partial<ServerProfile>>> = {
  Aegra: {
    maxPageSize: 100,
    waitingRun: 'interrupted',
    statelessLocation: 'thread',
    endEvent: true,
  },
};

/** The stand-in in the manner of a server, as a profile of the server check found it. */
export function replayProfile(checked: CheckedProfile): ServerProfile {
  const { name, version } = checked.server;
  let profile: ServerProfile = {
    ...hostedProfile,
    ...unmeasured[name],
    name: version === null ? name : `${name} ${version}`,
    source: 'packages/remote-graph/src/server-check/profiles',
    info: infoOf(checked),
    openApi: checked.cases['server.openapi']?.outcome === 'yes',
  };
  for (const [id, result] of Object.entries(checked.cases)) {
    const replay = replayOf(id, result);
    if (replay?.kind !== 'changed') continue;
    const change = replay.change(result.detail ?? '');
    profile = {
      ...profile,
      ...change,
      missing: [...profile.missing, ...(change.missing ?? [])],
      refusals: [...profile.refusals, ...(change.refusals ?? [])],
      threadRecord: both(profile.threadRecord, change.threadRecord),
      locations: both(profile.locations, change.locations),
      events: both(profile.events, change.events),
      // A filter that is ignored also returns what has no values.
      valuesFilter:
        profile.valuesFilter === 'ignored' ? 'ignored' : (change.valuesFilter ?? profile.valuesFilter),
    };
  }
  return profile;
}

/**
 * What the stand-in does about a case that did not come out as `yes`; `undefined` if nobody has said. A case that was not
 * tried says nothing about the server.
 */
export function replayOf(id: string, { outcome, detail = '' }: CaseResult): Replay | undefined {
  if (outcome === 'yes' || outcome === 'untested') return undefined;
  const rule = replayRules[id]?.find((each) => each.detail.test(detail));
  if (rule) return rule.replay;
  if (outcome === 'missing') {
    const route = missingRoute(id, detail);
    if (route) return { kind: 'changed', change: () => ({ missing: [route] }) };
  }
  const reason = notReplayable.find(({ cases }) =>
    cases.some((name) => id === name || id.startsWith(`${name}.`)),
  )?.reason;
  return reason === undefined ? undefined : { kind: 'not-replayable', reason };
}

/** The route of a case, if the finding is that the server does not have it. */
function missingRoute(id: string, detail: string): MissingRoute | null {
  const [method = '', path = ''] = checkCases.find((each) => each.id === id)?.route.split(' ') ?? [];
  const status = Number(/\b(?:answered|came) (404|405|500|501)\b/.exec(detail)?.[1]);
  if (!detail.startsWith(`${method} /`)) return null;
  if (status !== 404 && status !== 405 && status !== 500 && status !== 501) return null;
  const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+');
  return { request: new RegExp(`^${method} ${pattern}$`), status };
}

/** Both flags where both were found to be missing. */
function both<T extends object>(before: T, change: T | undefined): T {
  if (change === undefined) return before;
  const entries = Object.entries(change).map(([key, value]): [string, unknown] => [
    key,
    value === true && Reflect.get(before, key) === true,
  ]);
  return Object.fromEntries(entries) as T;
}

function infoOf({ server: { name, version, versions }, cases }: CheckedProfile): object {
  const hasNoCrons = cases['crons.create']?.outcome === 'missing';
  return {
    ...(version === null ? {} : { version }),
    ...versions,
    ...(name.includes('JavaScript') ? { context: 'js' } : { name }),
    flags: { assistants: true, crons: !hasNoCrons, langsmith: false },
  };
}
