import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { startScriptedRemoteGraph } from './scripted-remote-graph.ts';
import type { OfficialCase } from './official-cases.ts';
import { withRequest } from './run-case.ts';

/** Makes the calls of all cases with Python's own RemoteGraph, each on a server of its own. */
export async function runPythonCases(python: string, cases: readonly OfficialCase[]): Promise<unknown[]> {
  const servers = await Promise.all(cases.map(({ server }) => startScriptedRemoteGraph(server)));
  try {
    const calls = cases.map(({ call }, index) => ({ url: servers[index]?.server.url, call }));
    const outcomes = await runProgram(python, JSON.stringify(calls));
    return cases.map((each, index) =>
      withRequest(each, outcomes[index], servers[index]?.server.requests ?? []),
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function runProgram(python: string, input: string): Promise<unknown[]> {
  return new Promise((done, fail) => {
    const program = join(import.meta.dirname, 'run_cases.py');
    const env = { PATH: process.env['PATH'] ?? '', PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' };
    const child = execFile(python, [program], { env, maxBuffer: 10_000_000 }, (failed, output, problems) => {
      if (failed) fail(new Error(problems, { cause: failed }));
      else done(JSON.parse(output) as unknown[]);
    });
    child.stdin?.end(input);
  });
}
