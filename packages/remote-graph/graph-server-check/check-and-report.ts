import { readFile, access, constants, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import {
  checkServer,
  compareProfiles,
  formatProfile,
  humanReport,
  junitReport,
  markdownReport,
  parseProfile,
  ServerCheckError,
  summary,
  type Paint,
  type ProfileChange,
  type ServerCheckReport,
  type ServerProfile,
} from '../src/server-check/server-check.ts';
import { openLoopbackReceiver } from './loopback-receiver.ts';
import type { CheckArguments, Format } from './parse-arguments.ts';

export interface Output {
  readonly signal: AbortSignal;
  /** Standard output is a terminal with colours. */
  readonly hasColours: boolean;
  print(text: string): void;
  note(text: string): void;
}

export interface CheckTarget {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

type ReportArguments = Omit<CheckArguments, 'kind' | 'url' | 'apiKey' | 'headers' | 'yes'>;

export const exitCodes = { checked: 0, worse: 1, notChecked: 2, stopped: 130 } as const;
type CheckExitCode = (typeof exitCodes)[keyof typeof exitCodes];

// What a check creates, for the question before it.
export const whatItCreates =
  'The check creates some 250 threads, 200 runs of the graphs that it is told or that are its reference graphs, 20 assistants, ' +
  '10 crons and 30 items of the store. All of them are marked, and are deleted at its end.';

// Everything that can be wrong with the files is found before the server is asked. Returns the baseline.
export async function openFiles(
  paths: Pick<ReportArguments, 'baseline' | 'output'>,
): Promise<ServerProfile | null> {
  const baseline = paths.baseline === undefined ? null : await readBaseline(paths.baseline);
  if (paths.output !== undefined) await ensureWritable(paths.output);
  return baseline;
}

// Checks a server, writes the report and returns the exit code.
export async function checkAndReport(
  options: ReportArguments,
  target: CheckTarget,
  baseline: ServerProfile | null,
  output: Output,
): Promise<CheckExitCode> {
  // Only a server on this machine can reach it.
  const receiver = isLoopback(target.url) ? await openLoopbackReceiver() : undefined;
  let report: ServerCheckReport;
  try {
    let count = 0;
    report = await checkServer({
      url: target.url,
      headers: target.headers,
      roles: options.roles,
      only: options.only,
      signal: output.signal,
      limits: limitsOf(options),
      ...(target.apiKey === undefined ? {} : { apiKey: target.apiKey }),
      ...(target.fetch === undefined ? {} : { fetch: target.fetch }),
      ...(options.name === undefined ? {} : { name: options.name }),
      ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
      ...(receiver === undefined ? {} : { receiver }),
      onCase: () => {
        count += 1;
        if (count % 50 === 0) output.note(`${count} cases\n`);
      },
    });
  } finally {
    receiver?.close();
  }
  const text = formatReport(report, options.format, output);
  if (options.output === undefined) {
    output.print(text);
  } else {
    await writeReport(options.output, text);
    output.note(`${summary(report)}. The report is in ${options.output}.\n`);
  }
  return conclude(report, baseline, output);
}

function conclude(report: ServerCheckReport, baseline: ServerProfile | null, output: Output): CheckExitCode {
  for (const leftover of report.leftovers) output.note(`Not removed: ${leftover}\n`);
  if (report.stopped !== null) {
    output.note(
      `${report.stopped} What it had created was removed${report.leftovers.length > 0 ? ', but for the above' : ''}.\n`,
    );
    return output.signal.aborted ? exitCodes.stopped : exitCodes.notChecked;
  }
  let code: CheckExitCode = report.leftovers.length > 0 ? exitCodes.worse : exitCodes.checked;
  if (baseline !== null) {
    const tried = new Set(report.cases.map(({ case: { id } }) => id));
    const changes = compareProfiles(baseline, report.profile).filter(({ id }) => tried.has(id));
    output.note(changesText(changes));
    if (changes.some(({ kind }) => kind === 'worse')) code = exitCodes.worse;
  }
  return code;
}

function changesText(changes: readonly ProfileChange[]): string {
  const lines = changes
    .filter(({ kind }) => kind === 'worse' || kind === 'better')
    .map(({ id, before, after, kind }) => {
      const detail = after?.detail === undefined ? '' : `: ${after.detail}`;
      return `${kind}: ${id} was ${before?.outcome}, is ${after?.outcome}${detail}`;
    });
  const added = changes.filter(({ kind }) => kind === 'added').length;
  if (added > 0) lines.push(`${added} cases are not in the baseline.`);
  if (!changes.some(({ kind }) => kind === 'worse')) lines.push('Nothing got worse than the baseline.');
  return `${lines.join('\n')}\n`;
}

function formatReport(report: ServerCheckReport, format: Format, output: Output): string {
  if (format === 'json') return formatProfile(report.profile);
  if (format === 'markdown') return markdownReport(report);
  if (format === 'junit') return junitReport(report);
  return humanReport(report, output.hasColours ? paint : undefined);
}

const colours = { yes: 32, less: 33, different: 33, missing: 31, broken: 31, untested: 90 } as const;
const paint: Paint = (text, outcome) => `\u001b[${colours[outcome]}m${text}\u001b[0m`;

async function readBaseline(path: string): Promise<ServerProfile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ServerCheckError(`The baseline ${path} can not be read: ${reason}.`);
  });
  return parseProfile(text);
}

// Whether an address is one of this machine. Names are not looked up.
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function limitsOf({ caseMs, totalMs }: ReportArguments): { caseMs?: number; totalMs?: number } {
  return { ...(caseMs === undefined ? {} : { caseMs }), ...(totalMs === undefined ? {} : { totalMs }) };
}

// Before a check that takes a minute: makes sure that its report can be written.
export async function ensureWritable(path: string): Promise<void> {
  const target = resolve(path);
  const isFolder = await stat(target).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (isFolder) throw new ServerCheckError(`The report can not be written: ${path} is a folder.`);
  await access(dirname(target), constants.W_OK).catch((error: unknown) => {
    throw new ServerCheckError(`The report can not be written to ${path}: ${codeOf(error)}.`);
  });
}

// Writes a report as a whole or not at all: a file that was there stays when writing fails.
export async function writeReport(path: string, text: string): Promise<void> {
  const target = resolve(path);
  const temporary = join(dirname(target), `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new ServerCheckError(`The report could not be written to ${path}: ${codeOf(error)}.`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
