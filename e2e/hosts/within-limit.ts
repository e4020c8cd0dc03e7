import { execFileSync, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { slowness } from '../../src/testing/slowness.ts';
import { descendantsOf } from './descendants.ts';

/** Time limit on a fast machine, in ms: the studio quits within 8 s, whatever its servers do. */
const limitMs = 12_000;

/** Number of log lines in the error. */
const logLines = 20;

/** A started studio, for the words about what hangs. */
export interface LimitedProgram {
  readonly program: Pick<ChildProcess, 'pid' | 'kill'>;
  readonly dataFolder: string;
}

/**
 * Awaits what has no limit of its own. When it takes too long, ends the program and throws what shows why: its processes,
 * with state and processor time, and the end of its log.
 */
export async function withinLimit<T>(
  work: Promise<T>,
  what: string,
  { program, dataFolder }: LimitedProgram,
  ms = limitMs * slowness(),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, ms, 'late')));
  try {
    const first = await Promise.race([work.then((result) => ({ result })), late]);
    if (first !== 'late') return first.result;
  } finally {
    clearTimeout(timer);
  }
  const processes = describeProcesses(program.pid ?? 0);
  const log = await endOfLog(dataFolder);
  // It fails once the program has ended, and then nobody waits for it.
  work.catch(() => undefined);
  program.kill('SIGKILL');
  throw new Error(
    [`${what} within ${Math.round(ms / 1_000)} s.`, 'Its processes:', processes, 'Its log:', log].join('\n'),
  );
}

/** Two looks, a second apart: processor time that grows is a busy process, not one that waits. */
function describeProcesses(pid: number): string {
  const pids = [pid, ...descendantsOf(pid)];
  const look = (): string => {
    try {
      const columns = 'pid=,ppid=,stat=,etimes=,cputimes=,args=';
      const text = execFileSync('ps', ['-o', columns, '-p', pids.join(',')], { encoding: 'utf8' });
      return text.replaceAll(/^(.{160}).*$/gm, '$1…').trimEnd();
    } catch {
      return '(none is running)';
    }
  };
  const before = look();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  return ['pid ppid state seconds processor-seconds command', before, 'a second later:', look()].join('\n');
}

async function endOfLog(dataFolder: string): Promise<string> {
  try {
    const text = await readFile(join(dataFolder, 'logs', 'studio.log'), 'utf8');
    return text.trimEnd().split('\n').slice(-logLines).join('\n');
  } catch {
    return '(nothing was logged)';
  }
}
