import { sameJson } from 'exact-json';
import type { Assistant, AssistantVersion } from '../../shared/model/assistant.ts';
import type { RecordedRun } from '../../shared/model/thread-record.ts';

/** What is known of how a run's makers have changed. */
export interface RunMakers {
  /** As it is now; `null` if it is another one than the run's, or not known. */
  readonly assistant: Assistant | null;
  /** `null` until they are read, and where the server has none. */
  readonly versions: readonly AssistantVersion[] | null;
  /** When the files of the server's project changed last before its server read them again, in milliseconds since 1970. */
  readonly reloadedAt: number | null;
}

type DatedRun = Pick<RecordedRun, 'assistantId' | 'assistantVersion' | 'createdAt'>;

/**
 * Why a run's results are older than what made them, as sentences; `null` if nothing is known to have changed. Nothing
 * is inferred: a server that does not report when something changed has no stale results.
 */
export function staleReason(run: DatedRun, { assistant, versions, reloadedAt }: RunMakers): string | null {
  const { createdAt } = run;
  const code =
    reloadedAt !== null && createdAt !== null && createdAt < reloadedAt
      ? `The project’s code was reloaded at ${timeText(reloadedAt)}, after this ran.`
      : null;
  const settings =
    assistant === null || assistant.assistantId !== run.assistantId
      ? null
      : settingsReason(run, assistant, versions ?? []);
  return [code, settings].filter((reason) => reason !== null).join(' ') || null;
}

function settingsReason(
  { assistantVersion, createdAt }: DatedRun,
  assistant: Assistant,
  versions: readonly AssistantVersion[],
): string | null {
  const now = assistant.version;
  if (assistantVersion !== undefined) {
    if (now === null || now === assistantVersion) return null;
    const ranWith = versions.find(({ version }) => version === assistantVersion);
    // Only another name.
    if (ranWith !== undefined && hasSameSettings(ranWith, assistant)) return null;
    return `Ran with version ${assistantVersion} of the assistant. It is at version ${now} now.`;
  }
  const updatedAt = timeOf(assistant.updatedAt);
  // An older version may have been made the current one again before the run, so versions alone say nothing of it.
  if (createdAt === null || updatedAt === null || updatedAt <= createdAt) return null;
  const dated = versions
    .flatMap((version) => {
      const savedAt = timeOf(version.createdAt);
      return savedAt === null ? [] : [{ version, savedAt }];
    })
    .toSorted((a, b) => a.savedAt - b.savedAt);
  const before = dated.findLast(({ savedAt }) => savedAt <= createdAt)?.version;
  if (before === undefined || hasSameSettings(before, assistant)) return null;
  const changed = dated.find(
    ({ savedAt, version }) => savedAt > createdAt && !hasSameSettings(version, before),
  );
  if (changed === undefined) return null;
  const version = now === null ? '' : ` It is at version ${now} now.`;
  return `The assistant’s settings were changed at ${timeText(changed.savedAt)}, after this ran.${version}`;
}

type Settings = Pick<AssistantVersion, 'configText' | 'contextText'>;

function hasSameSettings(one: Settings, other: Settings): boolean {
  return sameJson(one.configText, other.configText) && sameJson(one.contextText, other.contextText);
}

function timeOf(text: string | null): number | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** The time of day, with the date if it is not today's. */
function timeText(ms: number): string {
  const date = new Date(ms);
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === new Date().toDateString()) return time;
  return `${time} on ${date.toLocaleDateString([], { month: 'short', day: 'numeric' })}`;
}
