import type { CommandRun } from './context.ts';
import type { SubcommandName } from './args/subcommand-spec.ts';

// The code of each command, loaded when it is used: help and completion must start in no time.
const loaders: Readonly<Record<SubcommandName, () => Promise<{ readonly run: CommandRun }>>> = {
  open: () => import('./commands/open.ts'),
  graph: () => import('./commands/graph.ts'),
  run: () => import('./commands/run.ts'),
  check: () => import('./commands/check.ts'),
  'merge-reports': () => import('./commands/merge-reports.ts'),
  watch: () => import('./commands/watch.ts'),
  'state get': () => import('./commands/state-get.ts'),
  'state set': () => import('./commands/state-set.ts'),
  history: () => import('./commands/history.ts'),
  diff: () => import('./commands/diff.ts'),
  'what-changed': () => import('./commands/what-changed.ts'),
  record: () => import('./commands/record.ts'),
  replay: () => import('./commands/replay.ts'),
  'serve-recordings': () => import('./commands/serve-recordings.ts'),
  export: () => import('./commands/export.ts'),
  'threads list': () => import('./commands/threads-list.ts'),
  'threads clone': () => import('./commands/threads-clone.ts'),
  'threads storage': () => import('./commands/threads-storage.ts'),
  'threads delete': () => import('./commands/threads-delete.ts'),
  'servers list': () => import('./commands/servers-list.ts'),
  'servers add': () => import('./commands/servers-add.ts'),
  'servers remove': () => import('./commands/servers-remove.ts'),
  'servers test': () => import('./commands/servers-test.ts'),
  'servers check': () => import('./commands/servers-check.ts'),
  'webhook listen': () => import('./commands/webhook-listen.ts'),
  audit: () => import('./commands/audit.ts'),
  mcp: () => import('./commands/mcp.ts'),
  completion: () => import('./commands/completion.ts'),
};

export async function loadSubcommand(name: SubcommandName): Promise<CommandRun> {
  return (await loaders[name]()).run;
}
