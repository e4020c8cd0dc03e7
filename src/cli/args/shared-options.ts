import type { ArgumentSpec, OptionSpecs } from './subcommand-spec.ts';

/* Arguments and options that several subcommands take. */

export const threadArgument: ArgumentSpec = { name: 'THREAD', help: 'The ID of the thread' };

export const limitOption = (what: string): OptionSpecs => ({
  limit: {
    type: 'string',
    short: 'n',
    value: 'NUMBER',
    help: `The maximum number of ${what}; 20 by default`,
  },
});

export const commonOptions: OptionSpecs = {
  json: { type: 'boolean', help: 'Write JSON: one document, or one per line for a stream' },
  verbose: { type: 'boolean', help: "Write the studio's log to standard error" },
  help: { type: 'boolean', short: 'h', help: 'Show this help' },
};

export const serverOptions: OptionSpecs = {
  server: {
    type: 'string',
    short: 's',
    value: 'NAME|URL',
    completes: 'servers',
    help: 'The name of a saved server, the address of any server, or the file or folder of a recording; see "Servers" in --help',
  },
  'key-env': {
    type: 'string',
    value: 'VARIABLE',
    help: 'The environment variable that holds the API key',
  },
  'no-key': { type: 'boolean', help: 'Send no API key from the environment' },
  'credential-command': {
    type: 'string',
    value: 'COMMAND',
    help: 'A program that prints the credential as JSON, with its arguments; started without a shell, and again when the credential expires',
  },
  header: {
    type: 'string',
    multiple: true,
    value: 'NAME:VALUE|@FILE',
    help: 'A header for each request, or a file with one header per line; may be repeated. Other programs can read the command line, but not the file',
  },
};

export const toServerOptions = (what: string): OptionSpecs => ({
  'to-server': {
    type: 'string',
    value: 'NAME|URL',
    completes: 'servers',
    help: `The server of ${what}, if it is a different one`,
  },
  'to-key-env': {
    type: 'string',
    value: 'VARIABLE',
    help: 'The environment variable that holds the API key of --to-server',
  },
});

export const writeOptions: OptionSpecs = {
  yes: { type: 'boolean', short: 'y', help: 'Confirm the change on a server that is marked as production' },
  confirm: {
    type: 'string',
    value: 'NAME',
    help: "The name of the production server, to confirm a change that can't be undone",
  },
};

export const assistantOption: OptionSpecs = {
  assistant: {
    type: 'string',
    short: 'a',
    value: 'ID|NAME',
    completes: 'assistants',
    help: 'The assistant, by ID, name or graph; the only one by default',
  },
};

export const checkpointOption: OptionSpecs = {
  checkpoint: { type: 'string', value: 'ID', help: 'A checkpoint instead of the newest one' },
};
