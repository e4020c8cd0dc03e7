import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionIds } from './hostile-states.ts';

/** What a program called: names, arguments by position and, in Python, by name. */
export type RecordedCall = readonly [string, readonly unknown[], Readonly<Record<string, unknown>>?];

export interface RecordedProgram {
  /** Why it could not be run to its end. */
  readonly error: string | null;
  readonly calls: readonly RecordedCall[];
}

/** Programs of one interpreter, which starts once for all of them. */
const maxPrograms = 500;

/** Runs Python programs with a stand-in for the SDK. `values`: what it says of the state of their threads, as JSON. */
export const runPythonRecorded = (
  programs: readonly string[],
  values: readonly string[] = [],
): Promise<RecordedProgram[]> => runBatches(programs, values, 'python3', 'run_recorded.py');

/** Runs JavaScript programs with a stand-in for the SDKs. Their imports are left out. */
export const runJavaScriptRecorded = (
  programs: readonly string[],
  values: readonly string[] = [],
): Promise<RecordedProgram[]> =>
  runBatches(programs.map(withoutImports), values, process.execPath, 'run-recorded.mjs');

/** The imports are above all else, and no data is in them. */
function withoutImports(program: string): string {
  const lines = program.split('\n');
  const first = lines.findIndex((line) => line !== '' && !/^(?:import .* from '[^']+';|\/\/.*)$/.test(line));
  return lines.slice(first).join('\n');
}

async function runBatches(
  programs: readonly string[],
  values: readonly string[],
  command: string,
  runner: string,
): Promise<RecordedProgram[]> {
  const outcomes: RecordedProgram[] = [];
  for (let from = 0; from < programs.length; from += maxPrograms) {
    const some = programs.slice(from, from + maxPrograms);
    const batch = {
      programs: some,
      values: some.map((_, index) => values[from + index] ?? null),
      ids: sessionIds,
    };
    const printed = await run(command, [join(import.meta.dirname, runner)], JSON.stringify(batch));
    outcomes.push(...(JSON.parse(printed) as RecordedProgram[]));
  }
  return outcomes;
}

function run(command: string, args: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 500_000_000, env: { PATH: process.env['PATH'] ?? '', PYTHONUTF8: '1' } };
    const child = execFile(command, args, options, (failed, out, problems) => {
      if (failed) reject(new Error(problems.slice(0, 5000), { cause: failed }));
      else resolve(out);
    });
    child.stdin?.end(input);
  });
}

export function hasBash(): boolean {
  try {
    execFileSync('bash', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** The stand-in for curl notes its arguments; that for jq answers with the IDs. */
const shellSetup = `
curl() { printf '%s\\0' "$#" "$@" >> "$RECORD"; }
jq() { case "$2" in *thread_id) echo ${sessionIds.thread};; *assistant_id) echo ${sessionIds.assistant};; *interrupts*) echo ${sessionIds.interrupt};; *) echo ${sessionIds.checkpoint};; esac; }
words() { printf '%s\\0' "$#" "$@" >> "$RECORD"; }
`;

/** Runs shell scripts in one bash, each in a process of its own, and returns the arguments of each curl. */
export async function runShellRecorded(scripts: readonly string[]): Promise<string[][][]> {
  const folder = await mkdtemp(join(tmpdir(), 'shell-'));
  try {
    for (const [index, script] of scripts.entries()) await writeFile(join(folder, `${index}.sh`), script);
    const runner = `${shellSetup}
for ((i = 0; i < ${scripts.length}; i += 1)); do
  RECORD="$FOLDER/$i.out"; : > "$RECORD"
  ( . "$FOLDER/$i.sh" ) > /dev/null 2> "$FOLDER/$i.err" || echo "$i: $(head -c 500 "$FOLDER/$i.err")"
done
`;
    const failed = await run('bash', ['-c', `FOLDER='${folder}'\nexport LC_ALL=C\n${runner}`], '');
    if (failed !== '') throw new Error(failed.slice(0, 5000));
    const records = scripts.map((_, index) => readFile(join(folder, `${index}.out`), 'utf8'));
    return (await Promise.all(records)).map(callsOf);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function callsOf(record: string): string[][] {
  const words = record.split('\0').slice(0, -1);
  const calls: string[][] = [];
  for (let index = 0; index < words.length;) {
    const count = Number(words[index]);
    calls.push(words.slice(index + 1, index + 1 + count));
    index += 1 + count;
  }
  return calls;
}
