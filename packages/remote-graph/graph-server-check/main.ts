import { checkCases, roleNames, roles, ServerCheckError } from '../src/server-check/server-check.ts';
import {
  checkAndReport,
  exitCodes,
  isLoopback,
  openFiles,
  whatItCreates,
  type Output,
} from './check-and-report.ts';
import { helpText, parseArguments, type CheckArguments } from './parse-arguments.ts';

interface Surroundings extends Output {
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  /** Asks a question on the terminal; null where nobody can answer. */
  confirm(question: string): Promise<boolean | null>;
}

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
  const baseline = await openFiles(given);
  if (!isLoopback(given.url) && !given.yes) await confirmRemote(given, at);
  return checkAndReport(given, given, baseline, at);
}

async function confirmRemote({ url }: CheckArguments, at: Surroundings): Promise<void> {
  at.note(`${url} is not on this machine. ${whatItCreates}\n`);
  const answer = await at.confirm('Check this server? [y/N] ');
  if (answer === null)
    throw new ServerCheckError('Nothing was created. Add --yes to check a server on another machine.');
  if (!answer) throw new ServerCheckError('Nothing was created.');
}

function caseList(): string {
  const cases = checkCases.map(({ id, title, route }) => `${id}\n  ${title}\n  ${route}\n`);
  const graphs = roleNames.map((role) => `${role} (${roles[role].graph})\n  ${roles[role].does}\n`);
  return `${cases.join('')}\nRoles of graphs\n${graphs.join('')}`;
}
