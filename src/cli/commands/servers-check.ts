import {
  checkAndReport,
  formats,
  graphsOf,
  inputsOf,
  isLoopback,
  openFiles,
  ServerCheckError,
  whatItCreates,
} from 'remote-graph-client/graph-server-check';
import { AppError } from '../../shared/app-error.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext, CommandRun } from '../context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { withSession } from '../session/open-session.ts';
import { findServer, resolveServer } from '../session/resolve-server.ts';

export const run: CommandRun = async (args, context) => {
  try {
    return await check(args, context);
  } catch (error) {
    if (!(error instanceof ServerCheckError)) throw error;
    if (error.kind === 'usage') throw usageError(error.message);
    throw new AppError(error.kind === 'server' ? 'not-a-graph-server' : 'unauthorized', error.message);
  }
};

async function check(args: CommandArguments, context: CliContext): Promise<ExitCode> {
  const options = {
    roles: { graphs: graphsOf(args.list('graph')), inputs: inputsOf(args.list('input')) },
    only: args.list('only'),
    format: formatOf(args, context),
    output: args.text('output') ?? undefined,
    baseline: args.text('baseline') ?? undefined,
    name: undefined,
    concurrency: undefined,
    caseMs: undefined,
    totalMs: undefined,
  };
  // What was typed is checked before anything is sent.
  const baseline = await openFiles(options);
  return withSession(args, context, async (session) => {
    const [named] = args.positionals;
    const server =
      named === undefined
        ? await resolveServer(session, args, context)
        : await findServer(session, args, context, named);
    const typedName = args.isSet('yes') ? args.text('confirm') : null;
    const target = await session.services
      .directAccess(server.connectionId, typedName)
      .catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'confirmation-required') throw error;
        throw new AppError(error.code, `${error.message} ${whatItCreates}`, {
          hint: 'Add --yes and --confirm with the name of the server.',
        });
      });
    if (!isLoopback(target.url) && !args.isSet('yes')) {
      throw new AppError('confirmation-required', `${server.name} is on another machine. ${whatItCreates}`, {
        hint: 'Add --yes to check it.',
      });
    }
    const { terminal, signal } = context;
    const code = await checkAndReport(options, target, baseline, {
      signal,
      hasColours: false,
      print: (text) => terminal.print(text.trimEnd()),
      note: (text) => terminal.note(text.trimEnd()),
    });
    return codes[code];
  });
}

const codes = {
  0: exitCodes.ok,
  1: exitCodes.failed,
  2: exitCodes.failed,
  130: exitCodes.interrupted,
} as const;

function formatOf(args: CommandArguments, context: CliContext): (typeof formats)[number] {
  const named = args.text('format') ?? (context.json ? 'json' : 'human');
  const format = formats.find((candidate) => candidate === named);
  if (format === undefined) throw usageError(`--format is one of ${formats.join(', ')}, not "${named}".`);
  return format;
}
