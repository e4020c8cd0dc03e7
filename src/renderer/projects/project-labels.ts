import { shellWord, windowsWord } from '../../shared/code/shell.ts';
import type { Project, ProjectServerStatus } from '../../shared/model/project.ts';
import type { Tone } from '../ui/display/status-styles.ts';

export const stateTones: Readonly<Record<ProjectServerStatus['state'], Tone>> = {
  stopped: 'mute',
  installing: 'run',
  starting: 'run',
  ready: 'ok',
  reloading: 'run',
  stopping: 'run',
  failed: 'fail',
};

// Whether a process of the project runs, so that it can be stopped.
export function isServerRunning({ state, pid }: ProjectServerStatus): boolean {
  return state !== 'stopped' && (state !== 'failed' || pid !== null);
}

export function obstacleOf({ problems, command }: Project): string | null {
  return (
    problems.find(({ severity }) => severity === 'error')?.message ?? (command ? null : 'unknown command')
  );
}

// A command line to read, or to paste into a shell. The program gets its arguments as they are, without one.
export function commandText(command: readonly string[], url: string | null): string {
  const port = url === null ? null : new URL(url).port;
  const quote = /^[a-z]:\\/i.test(command[0] ?? '') ? windowsWord : shellWord;
  return command.map((part) => (part === '{port}' ? (port ?? '<port>') : quote(part))).join(' ');
}

// A port as typed: a number, `null` for none, or what is wrong with it.
export function parsePort(text: string): { readonly port: number | null } | { readonly error: string } {
  const typed = text.trim();
  if (typed === '') return { port: null };
  const port = Number(typed);
  if (/^\d{1,5}$/.test(typed) && port >= 1 && port <= 65_535) return { port };
  return { error: 'Enter a number from 1 to 65535, or leave it empty.' };
}
