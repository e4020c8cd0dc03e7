import { memberText, memberTexts } from 'exact-json';
import type { Run, RunRecord, RunRecordSettings, RunSource } from '../../shared/model/run.ts';
import { numberOrNull, nonEmptyStringOrNull } from '../common/narrow.ts';
import { recordedRequestId, runKwargsText, runKwargs, type RunLogSummary } from './run-mapper.ts';
import { truncate } from '../../shared/truncate.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

const maxTextLength = 600;

// Members of `configurable` that servers add themselves (docs/protocol.md, Run records).
const byServer = /^(run_id|thread_id|graph_id|assistant_id|user-agent|x-.*|langgraph_.*|__.*|checkpoint_.*)$/;

// Maps a run record (docs/protocol.md, Run records) with all details for lists. `wire`: parsed; `text`: exact
// JSON.
export function toRunRecord(
  run: Run,
  wire: unknown,
  text: string,
  runLogSummary: RunLogSummary | null,
): RunRecord {
  const record = recordOrEmpty(wire);
  const sent = runKwargsText(text);
  const { configText, contextText } = ownSettings(sent);
  const assistantVersion = runAssistantVersion(record);
  return {
    ...run,
    // Of a run whose events were lost, the log has why they were.
    error:
      (runLogSummary?.outcome === 'failed' ? runLogSummary.error : null) ??
      nonEmptyStringOrNull(record['error_message']),
    tokens: runLogSummary?.tokens ?? null,
    source: runSourceOf(wire),
    ...(assistantVersion === null ? {} : { assistantVersion }),
    inputText: shorten(present(memberText(sent, 'input'))),
    configText: shorten(configText),
    contextText: shorten(contextText),
    webhook: addressOf(runKwargs(wire)?.['webhook']),
    resumable: isResumableRecord(wire),
  };
}

/** The whole config and context of a run record, without the servers' own additions; `null` if empty. */
export function toRunSettings(text: string): RunRecordSettings {
  return ownSettings(runKwargsText(text));
}

// Whether a run's events are stored for later readers; `null` if the record does not say. Servers use two
// names for it.
export function isResumableRecord(wire: unknown): boolean | null {
  const { resumable, stream_resumable: streamResumable } = runKwargs(wire) ?? {};
  const reported = resumable ?? streamResumable;
  return typeof reported === 'boolean' ? reported : null;
}

/** The version of its assistant that a run's record names; `null` for none. The JavaScript server names none. */
export function runAssistantVersion(wire: unknown): number | null {
  return numberOrNull(recordOrEmpty(recordOrEmpty(wire)['metadata'])['assistant_version']);
}

/** The studio's client marks each request; hosted servers name the cron in the run's metadata. */
export function runSourceOf(wire: unknown): RunSource {
  if (nonEmptyStringOrNull(recordedRequestId(wire)) !== null) return 'studio';
  return nonEmptyStringOrNull(recordOrEmpty(recordOrEmpty(wire)['metadata'])['cron_id']) === null
    ? 'unknown'
    : 'cron';
}

// Config and context as requested. The Python server copies the one that it got to the other, and marks every run that
// it makes and those that were given a context (docs/protocol.md, Run records).
function ownSettings(sent: string): RunRecordSettings {
  const config = memberText(sent, 'config');
  const context = contextOf(memberText(sent, 'context'));
  const configurable = config === null ? null : memberText(config, 'configurable');
  const members = new Map(memberTexts(configurable ?? '{}').map(({ key, text }) => [key, text]));
  const isOfPython = members.has('__after_seconds__');
  if (!isOfPython || context === null) return { configText: ownConfig(config), contextText: context };
  const inContext = new Map(memberTexts(context).map(({ key, text }) => [key, text]));
  if (members.get('__context_provided__') !== 'true')
    return { configText: ownConfig(config), contextText: null };
  return { configText: ownConfig(config, inContext), contextText: context };
}

// The config as requested; `null` if empty. `copied`: what the server has copied to `configurable`.
function ownConfig(
  configText: string | null,
  copied: ReadonlyMap<string, string> = new Map(),
): string | null {
  if (configText === null || !configText.trimStart().startsWith('{')) return null;
  const members = memberTexts(configText).flatMap(({ key, text }) => {
    if (key === 'metadata') return [];
    if (key !== 'configurable') return [`${JSON.stringify(key)}:${text}`];
    const all = memberTexts(text);
    const userId = all.find((member) => member.key === 'langgraph_auth_user_id')?.text;
    const userMembers = all.filter(
      (member) =>
        !byServer.test(member.key) &&
        copied.get(member.key) !== member.text &&
        // The server fills it in for runs without one.
        !(member.key === 'user_id' && (member.text === userId || member.text === 'null')),
    );
    if (userMembers.length === 0) return [];
    return [
      `"configurable":{${userMembers.map((one) => `${JSON.stringify(one.key)}:${one.text}`).join(',')}}`,
    ];
  });
  return members.length === 0 ? null : `{${members.join(',')}}`;
}

function addressOf(webhook: unknown): string | null {
  const address = nonEmptyStringOrNull(webhook);
  return address === null ? null : (address.split(/[?#]/, 1)[0] ?? null);
}

function present(text: string | null): string | null {
  return text === null || text === 'null' ? null : text;
}

// Servers add an empty one.
function contextOf(text: string | null): string | null {
  return text !== null && /^\s*\{\s*\}\s*$/.test(text) ? null : present(text);
}

function shorten(text: string | null): string | null {
  return text === null ? null : truncate(text, maxTextLength);
}
