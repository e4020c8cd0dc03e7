import type { CommandRun } from './context.ts';
import type { CommandName } from './args/command-spec.ts';

/** The code of each command, loaded when it is used: help and completion must start in no time. */
const commands: Readonly<Record<CommandName, () => Promise<{ readonly run: CommandRun }>>> = {
  open: () => import('./commands/open.ts'),
  graph: () => import('./commands/graph.ts'),
  run: () => import('./commands/run.ts'),
  check: () => import('./commands/check.ts'),
  watch: () => import('./commands/watch.ts'),
  'state get': () => import('./commands/state-get.ts'),
  'state set': () => import('./commands/state-set.ts'),
  history: () => import('./commands/history.ts'),
  diff: () => import('./commands/diff.ts'),
  'what-changed': () => import('./commands/what-changed.ts'),
  record: () => import('./commands/record.ts'),
  replay: () => import('./commands/replay.ts'),
  'threads list': () => import('./commands/threads-list.ts'),
  'threads clone': () => import('./commands/threads-clone.ts'),
  'threads delete': () => import('./commands/threads-delete.ts'),
  'servers list': () => import('./commands/servers-list.ts'),
  'servers add': () => import('./commands/servers-add.ts'),
  'servers remove': () => import('./commands/servers-remove.ts'),
  'servers test': () => import('./commands/servers-test.ts'),
  'servers check': () => import('./commands/servers-check.ts'),
  'webhook listen': () => import('./commands/webhook-listen.ts'),
  mcp: () => import('./commands/mcp.ts'),
  completion: () => import('./commands/completion.ts'),
};

export async function loadCommand(name: CommandName): Promise<CommandRun> {
  return (await commands[name]()).run;
}
