import type { CommandSpec } from './command-spec.ts';
import { checkSpec } from './check-command.ts';
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
  watchSpec,
  whatChangedSpec,
} from './graph-commands.ts';
import { recordSpec, replaySpec } from './recording-commands.ts';
import {
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

/** The subcommands of the command line, in the order of the help. CONTRIBUTING.md says how to add one. */
export const commandSpecs = [
  openSpec,
  graphSpec,
  runSpec,
  checkSpec,
  watchSpec,
  stateGetSpec,
  stateSetSpec,
  historySpec,
  diffSpec,
  whatChangedSpec,
  recordSpec,
  replaySpec,
  threadsListSpec,
  threadsCloneSpec,
  threadsDeleteSpec,
  serversListSpec,
  serversAddSpec,
  serversRemoveSpec,
  serversTestSpec,
  serversCheckSpec,
  webhookListenSpec,
  mcpSpec,
  completionSpec,
] as const satisfies readonly CommandSpec[];

// Groups whose first word alone is a command: `threads` is `threads list`.
export const groupDefaults: Readonly<Record<string, string>> = {
  threads: 'threads list',
  servers: 'servers list',
};
