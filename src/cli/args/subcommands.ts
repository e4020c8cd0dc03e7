import type { SubcommandName, SubcommandSpec } from './subcommand-spec.ts';
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

const specs: Readonly<Record<SubcommandName, SubcommandSpec>> = {
  open: openSpec,
  graph: graphSpec,
  run: runSpec,
  check: checkSpec,
  'merge-reports': mergeReportsSpec,
  watch: watchSpec,
  'state get': stateGetSpec,
  'state set': stateSetSpec,
  history: historySpec,
  diff: diffSpec,
  'what-changed': whatChangedSpec,
  record: recordSpec,
  replay: replaySpec,
  'serve-recordings': serveRecordingsSpec,
  export: exportSpec,
  'threads list': threadsListSpec,
  'threads storage': threadsStorageSpec,
  'threads clone': threadsCloneSpec,
  'threads delete': threadsDeleteSpec,
  'servers list': serversListSpec,
  'servers add': serversAddSpec,
  'servers remove': serversRemoveSpec,
  'servers test': serversTestSpec,
  'servers check': serversCheckSpec,
  'webhook listen': webhookListenSpec,
  audit: auditSpec,
  mcp: mcpSpec,
  completion: completionSpec,
};

// The subcommands of the command line (CLI), in the order of the help. To add a subcommand, begin with its name in
// subcommand-spec.ts; CONTRIBUTING.md (How to add) lists the steps.
export const subcommands: readonly SubcommandSpec[] = Object.values(specs);

// Groups whose first word alone is a command: `threads` is `threads list`.
export const groupDefaults: Readonly<Record<string, string>> = {
  threads: 'threads list',
  servers: 'servers list',
};
