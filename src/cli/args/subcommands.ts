import type { SubcommandSpec } from './subcommand-spec.ts';
import { checkSpec, mergeReportsSpec } from './check-command.ts';
import {
  diffSpec,
  graphSpec,
  historySpec,
  runSpec,
  stateGetSpec,
  stateSetSpec,
  threadsCloneSpec,
  threadsDeleteSpec,
  threadsListSpec,
  threadsStorageSpec,
  watchSpec,
  whatChangedSpec,
} from './graph-commands.ts';
import { exportSpec, recordSpec, replaySpec, serveRecordingsSpec } from './recording-commands.ts';
import {
  auditSpec,
  completionSpec,
  mcpSpec,
  openSpec,
  serversAddSpec,
  serversCheckSpec,
  serversListSpec,
  serversRemoveSpec,
  serversTestSpec,
  webhookListenSpec,
} from './studio-commands.ts';

export const programName = 'remote-graph-studio';

// The subcommands of the command line (CLI), in the order of the help. To add one, begin here; CONTRIBUTING.md lists
// the other steps.
export const subcommands = [
  openSpec,
  graphSpec,
  runSpec,
  checkSpec,
  mergeReportsSpec,
  watchSpec,
  stateGetSpec,
  stateSetSpec,
  historySpec,
  diffSpec,
  whatChangedSpec,
  recordSpec,
  replaySpec,
  serveRecordingsSpec,
  exportSpec,
  threadsListSpec,
  threadsStorageSpec,
  threadsCloneSpec,
  threadsDeleteSpec,
  serversListSpec,
  serversAddSpec,
  serversRemoveSpec,
  serversTestSpec,
  serversCheckSpec,
  webhookListenSpec,
  auditSpec,
  mcpSpec,
  completionSpec,
] as const satisfies readonly SubcommandSpec[];

// Groups whose first word alone is a command: `threads` is `threads list`.
export const groupDefaults: Readonly<Record<string, string>> = {
  threads: 'threads list',
  servers: 'servers list',
};
