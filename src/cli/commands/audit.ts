import { join } from 'node:path';
import { escapeControls } from '../../services/logging/escape-controls.ts';
import { AppError } from '../../shared/app-error.ts';
import { countOf } from '../../shared/count-of.ts';
import { defaultDataFolder } from '../../web-host/data-folder.ts';
import { readAuditLog, type AuditLine } from '../../web-host/team/read-audit-log.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { statusText, type TextPart } from '../output/styled-text.ts';

export const run: CommandRun = async (args, { terminal, json, signal }) => {
  const isWanted = filterOf(args, new Date());
  const path = join(defaultDataFolder(), 'logs', 'audit.jsonl');
  let [lines, unreadable] = [0, 0];
  for await (const line of readAuditLog(path)) {
    signal.throwIfAborted();
    lines += 1;
    if (line === null) unreadable += 1;
    else if (!isWanted(line)) continue;
    else if (json) terminal.printJson(line);
    else terminal.print(lineText(line));
  }
  if (lines === 0)
    throw new AppError('not-found', `There is no audit log at ${path}.`, {
      hint: 'Only a studio for a team (open --team) writes one. REMOTE_GRAPH_STUDIO_DATA names its data folder.',
    });
  if (unreadable > 0)
    terminal.note(`Warning: ${countOf(unreadable, 'line')} of the log can’t be read and may be cut off.`);
  return exitCodes.ok;
};

function filterOf(args: CommandArguments, now: Date): (line: AuditLine) => boolean {
  const [users, calls, outcome] = [args.list('user'), args.list('call'), args.text('outcome')];
  const [since, until] = [timeOf(args, 'since', now), timeOf(args, 'until', now)];
  return (line) => {
    const time = Date.parse(line.time);
    return (
      (users.length === 0 || users.some((user) => user === line.subject || user === line.name)) &&
      (calls.length === 0 || calls.some((call) => call === line.call || line.call.startsWith(`${call}.`))) &&
      (outcome === null || outcome === line.outcome) &&
      (since === null || time >= since) &&
      (until === null || time < until)
    );
  };
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

// In milliseconds since 1970.
function timeOf(args: CommandArguments, name: string, now: Date): number | null {
  const value = args.text(name);
  if (value === null) return null;
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(value) ?? [];
  if (count !== undefined) return now.getTime() - Number(count) * (unitMs[unit] ?? 0);
  // Other forms are read in ways of their own by `Date`.
  const time = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/.test(value)
    ? Date.parse(value)
    : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw usageError(
    `--${name} takes a time such as 2026-11-27, 2026-11-27T07:30Z, or 90m, 12h or 7d ago, not "${value}".`,
  );
}

// One line each, in the order of the log: columns would need all of them at once.
function lineText({
  time,
  subject,
  name,
  role,
  call,
  server,
  targets,
  outcome,
  code,
}: AuditLine): TextPart[] {
  const user = name === subject ? name : `${name} (${subject})`;
  const facts = [
    ...(server === null ? [] : [`server ${server.name ?? server.id}`]),
    ...Object.entries(targets).map(([target, value]) => `${target} ${[value].flat().join(', ')}`),
  ];
  return [
    `${time}  `,
    statusText(outcome === 'done' ? 'finished' : 'failed', outcome),
    ...(code === null ? [] : [` (${escapeControls(code)})`]),
    `  ${escapeControls(user)}, ${escapeControls(role)}  ${escapeControls(call)}`,
    ...(facts.length === 0 ? [] : [`  ${escapeControls(facts.join('; '))}`]),
  ];
}
