import type { ConnectionState } from '../../shared/model/connection.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { problemDocument } from '../output/problem-document.ts';
import { noteProblem } from '../output/note-problem.ts';
import { statusText } from '../output/styled-text.ts';
import { withSession } from '../session/open-session.ts';
import { findServer, resolveServer } from '../session/resolve-server.ts';

const codes: Partial<Record<ConnectionState, ExitCode>> = {
  connected: exitCodes.ok,
  unreachable: exitCodes.unreachable,
  offline: exitCodes.unreachable,
  'wrong-server': exitCodes.unreachable,
  'needs-key': exitCodes.refused,
};

export const run: CommandRun = (args, context) =>
  withSession(args, context, async (session) => {
    const [named] = args.positionals;
    const server =
      named === undefined
        ? await resolveServer(session, args, context)
        : await findServer(session, args, context, named);
    const {
      state,
      latencyMs,
      server: info,
      problem,
    } = await session.call('connections.check', {
      connectionId: server.connectionId,
    });
    const { terminal } = context;
    if (context.json) {
      terminal.printJson({
        name: server.name,
        url: server.url,
        state,
        latencyMs,
        version: info?.version ?? null,
        runtime: info?.runtime ?? null,
        problem: problem && problemDocument(problem),
      });
    } else {
      const facts = [info?.runtime, info?.version, latencyMs === null ? null : `${Math.round(latencyMs)} ms`];
      const summary = facts.filter((fact) => fact !== null && fact !== undefined).join(', ');
      terminal.print([`${server.name}  `, statusText(state), summary === '' ? '' : `  ${summary}`]);
      if (problem !== null) noteProblem(problem, terminal);
    }
    return codes[state] ?? exitCodes.failed;
  });
