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
  // Asks a question on the terminal; null where nobody can answer.
  confirm(question: string): Promise<boolean | null>;
}

export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    const parsed = parseArguments(args, surroundings.env);
    if (parsed.kind === 'check') return await check(parsed, surroundings);
    surroundings.print(
      parsed.kind === 'help'
        ? helpText
        : parsed.kind === 'version'
          ? `${surroundings.version}\n`
          : caseList(),
    );
    return exitCodes.checked;
  } catch (error) {
    if (surroundings.signal.aborted) {
      surroundings.note('The check was stopped before it created anything.\n');
      return exitCodes.stopped;
    }
    if (!(error instanceof ServerCheckError)) throw error;
    surroundings.note(`${error.message}\n`);
    return exitCodes.notChecked;
  }
}

async function check(options: CheckArguments, surroundings: Surroundings): Promise<number> {
  const baseline = await openFiles(options);
  if (!isLoopback(options.url) && !options.yes) await confirmRemote(options, surroundings);
  return checkAndReport(options, options, baseline, surroundings);
}

async function confirmRemote({ url }: CheckArguments, surroundings: Surroundings): Promise<void> {
  surroundings.note(`${url} is not on this machine. ${whatItCreates}\n`);
  const answer = await surroundings.confirm('Check this server? [y/N] ');
  if (answer === null)
    throw new ServerCheckError('Nothing was created. Add --yes to check a server on another machine.');
  if (!answer) throw new ServerCheckError('Nothing was created.');
}

function caseList(): string {
  const cases = checkCases.map(({ id, title, route }) => `${id}\n  ${title}\n  ${route}\n`);
  const graphs = roleNames.map((role) => `${role} (${roles[role].graph})\n  ${roles[role].does}\n`);
  return `${cases.join('')}\nRoles of graphs\n${graphs.join('')}`;
}
