import { readFile } from 'node:fs/promises';
import {
  checkCases,
  checkServer,
  compareProfiles,
  formatProfile,
  humanReport,
  junitReport,
  markdownReport,
  parseProfile,
  roleNames,
  roles,
  ServerCheckError,
  summary,
  type Paint,
  type ProfileChange,
  type ServerCheckReport,
  type ServerProfile,
} from '../remote-graph/server-check/server-check.ts';
import { openLoopbackReceiver } from './loopback-receiver.ts';
import { helpText, parseArguments, type CheckArguments, type Format } from './parse-arguments.ts';
import { ensureWritable, writeReport } from './write-report.ts';

/** Where the program runs: its terminal, its variables and its end. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  readonly signal: AbortSignal;
  /** Standard output is a terminal with colours. */
  readonly hasColours: boolean;
  print(text: string): void;
  /** Standard error. */
  note(text: string): void;
  /** Asks a question on the terminal; null where nobody can answer. */
  confirm(question: string): Promise<boolean | null>;
}

const exitCodes = { checked: 0, worse: 1, notChecked: 2, stopped: 130 } as const;

/** Runs the command and returns its exit code. */
export async function main(args: readonly string[], at: Surroundings): Promise<number> {
  try {
    const parsed = parseArguments(args, at.env);
    if (parsed.kind === 'check') return await check(parsed, at);
    at.print(parsed.kind === 'help' ? helpText : parsed.kind === 'version' ? `${at.version}\n` : caseList());
    return exitCodes.checked;
  } catch (error) {
    if (at.signal.aborted) {
      at.note('The check was stopped before it created anything.\n');
      return exitCodes.stopped;
    }
    if (!(error instanceof ServerCheckError)) throw error;
    at.note(`${error.message}\n`);
    return exitCodes.notChecked;
  }
}

async function check(given: CheckArguments, at: Surroundings): Promise<number> {
  const baseline = given.baseline === undefined ? null : await readBaseline(given.baseline);
  if (given.output !== undefined) await ensureWritable(given.output);
  const isLocal = isLoopback(given.url);
  if (!isLocal && !given.yes) await confirmRemote(given, at);
  const receiver = isLocal ? await openLoopbackReceiver() : undefined;
  let report: ServerCheckReport;
  try {
    let count = 0;
    report = await checkServer({
      url: given.url,
      headers: given.headers,
      roles: given.roles,
      only: given.only,
      signal: at.signal,
      limits: limitsOf(given),
      ...(given.apiKey === undefined ? {} : { apiKey: given.apiKey }),
      ...(given.name === undefined ? {} : { name: given.name }),
      ...(given.concurrency === undefined ? {} : { concurrency: given.concurrency }),
      ...(receiver === undefined ? {} : { receiver }),
      onCase: () => {
        count += 1;
        if (count % 50 === 0) at.note(`${count} cases\n`);
      },
    });
  } finally {
    receiver?.close();
  }
  const text = formatReport(report, given.format, at);
  if (given.output === undefined) {
    at.print(text);
  } else {
    await writeReport(given.output, text);
    at.note(`${summary(report)}. The report is in ${given.output}.\n`);
  }
  return conclude(report, baseline, at);
}

function conclude(report: ServerCheckReport, baseline: ServerProfile | null, at: Surroundings): number {
  for (const leftover of report.leftovers) at.note(`Not removed: ${leftover}\n`);
  if (report.stopped !== null) {
    at.note(
      `${report.stopped} What it had created was removed${report.leftovers.length > 0 ? ', but for the above' : ''}.\n`,
    );
    return at.signal.aborted ? exitCodes.stopped : exitCodes.notChecked;
  }
  let code: number = report.leftovers.length > 0 ? exitCodes.worse : exitCodes.checked;
  if (baseline !== null) {
    const tried = new Set(report.cases.map(({ case: { id } }) => id));
    const changes = compareProfiles(baseline, report.profile).filter(({ id }) => tried.has(id));
    at.note(changesText(changes));
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

function formatReport(report: ServerCheckReport, format: Format, at: Surroundings): string {
  if (format === 'json') return formatProfile(report.profile);
  if (format === 'markdown') return markdownReport(report);
  if (format === 'junit') return junitReport(report);
  return humanReport(report, at.hasColours ? paint : undefined);
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

async function confirmRemote({ url }: CheckArguments, at: Surroundings): Promise<void> {
  at.note(
    `${url} is not on this machine. The check creates some 250 threads, 200 runs of the graphs that it is told or that are its\n` +
      'reference graphs, 20 assistants, 10 crons and 30 items of the store. All of them are marked, and are deleted at its end.\n',
  );
  const answer = await at.confirm('Check this server? [y/N] ');
  if (answer === null)
    throw new ServerCheckError('Nothing was created. Add --yes to check a server on another machine.');
  if (!answer) throw new ServerCheckError('Nothing was created.');
}

/** Whether an address is one of this machine. Names are not looked up. */
function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function limitsOf({ caseMs, totalMs }: CheckArguments): { caseMs?: number; totalMs?: number } {
  return { ...(caseMs === undefined ? {} : { caseMs }), ...(totalMs === undefined ? {} : { totalMs }) };
}

function caseList(): string {
  const cases = checkCases.map(({ id, title, route }) => `${id}\n  ${title}\n  ${route}\n`);
  const graphs = roleNames.map((role) => `${role} (${roles[role].graph})\n  ${roles[role].does}\n`);
  return `${cases.join('')}\nRoles of graphs\n${graphs.join('')}`;
}
