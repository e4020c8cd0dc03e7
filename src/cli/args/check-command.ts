import type { CommandSpec } from './command-spec.ts';
import { commonOptions, serverOptions, writeOptions } from './shared-options.ts';

export const checkSpec: CommandSpec = {
  name: 'check',
  summary: 'Run the inputs of a folder, and check the results',
  description: [
    'Runs each input file of the folder on a thread of its own, evaluates its checks, and prints a table of the results. The format of the files is in docs/inputs.md. An input without checks passes if its run does not fail.',
    'Without --assistant, an input runs on the default assistant of the graph that it names. --assistant and --server may be repeated: each input runs on each of them.',
    'The exit code is 0 if all passed and 1 if any did not, also because something is unknown or did not end. Ctrl-C and --timeout cancel the runs that are active.',
  ],
  arguments: [
    {
      name: 'FOLDER',
      help: 'The folder of the inputs, and of folders with more; inputs by default',
      optional: true,
    },
  ],
  options: {
    assistant: {
      type: 'string',
      short: 'a',
      multiple: true,
      value: 'ID|NAME',
      completes: 'assistants',
      help: 'An assistant, by ID, name or graph; may be repeated',
    },
    match: { type: 'string', value: 'TEXT', help: 'Only inputs whose path contains this' },
    'at-once': {
      type: 'string',
      value: 'NUMBER',
      help: "The most runs at a time on a server; without it, the server's queue decides",
    },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      help: 'Cancel what has not ended after this time; without it, there is no limit',
    },
    junit: { type: 'string', value: 'FILE', help: 'Write the results as JUnit XML, for CI' },
    ...serverOptions,
    server: {
      type: 'string',
      short: 's',
      multiple: true,
      value: 'NAME|URL',
      completes: 'servers',
      help: 'A saved server by its name, or any server by its address; may be repeated',
    },
    ...writeOptions,
    ...commonOptions,
  },
  examples: [
    [
      'all inputs of a project, in CI',
      'check inputs --server http://127.0.0.1:2024 --timeout 300 --junit checks.xml',
    ],
    ['on two assistants', 'check --assistant writer --assistant "Careful writer"'],
  ],
};
