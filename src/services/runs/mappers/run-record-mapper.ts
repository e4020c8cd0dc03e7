import { memberText, memberTexts } from '../../../exact-json/scan/object-members.ts';
import type { Run, RunRecord, RunRecordSettings, RunSource } from '../../../shared/model/runs/run.ts';
import { numberOrNull, recordOrEmpty, nonEmptyStringOrNull } from '../../parsing/narrow.ts';
import { recordedRequestId, runKwargsText, runKwargs, type RunLogSummary } from './run-mapper.ts';

/** UTF-16 units of a text in a list. */
const mostText = 600;

/** Members of `configurable` that servers add themselves (docs/protocol.md, Run records). */
const byServer = /^(run_id|thread_id|graph_id|assistant_id|user-agent|x-.*|langgraph_.*|__.*|checkpoint_.*)$/;

/**
 * Maps a run record (docs/protocol.md, Run records) with all details for lists. `wire`: parsed; `text`: exact
 * JSON.
 */
export function toRunRecord(run: Run, wire: unknown, text: string, held: RunLogSummary | null): RunRecord {
  const record = recordOrEmpty(wire);
  const sent = runKwargsText(text);
  const assistantVersion = runAssistantVersion(record);
  return {
    ...run,
    error: held?.error ?? nonEmptyStringOrNull(record['error_message']),
    tokens: held?.tokens ?? null,
    source: runSourceOf(wire),
    ...(assistantVersion === null ? {} : { assistantVersion }),
    inputText: short(present(memberText(sent, 'input'))),
    configText: short(ownConfig(memberText(sent, 'config'))),
    contextText: short(contextOf(memberText(sent, 'context'))),
    webhook: addressOf(runKwargs(wire)?.['webhook']),
    resumable: isResumableRecord(wire),
  };
}

/** The whole config and context of a run record, without the servers' own additions; `null` if empty. */
export function toRunSettings(text: string): RunRecordSettings {
  const sent = runKwargsText(text);
  return {
    configText: ownConfig(memberText(sent, 'config')),
    contextText: contextOf(memberText(sent, 'context')),
  };
}

/**
 * Whether a run's events are stored for later readers; `null` if the record does not say. Servers use two
 * names for it.
 */
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

/** The config as requested; `null` if empty. */
function ownConfig(configText: string | null): string | null {
  if (configText === null || !configText.trimStart().startsWith('{')) return null;
  const members = memberTexts(configText).flatMap(({ key, text }) => {
    if (key === 'metadata') return [];
    if (key !== 'configurable') return [`${JSON.stringify(key)}:${text}`];
    const own = memberTexts(text).filter((member) => !byServer.test(member.key));
    if (own.length === 0) return [];
    return [`"configurable":{${own.map((one) => `${JSON.stringify(one.key)}:${one.text}`).join(',')}}`];
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

/** Servers add an empty one. */
function contextOf(text: string | null): string | null {
  return text !== null && /^\s*\{\s*\}\s*$/.test(text) ? null : present(text);
}

function short(text: string | null): string | null {
  return text !== null && text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}
