import type { OptionSpecs } from './command-spec.ts';

/* Options that several commands take. */

export const commonOptions: OptionSpecs = {
  json: { type: 'boolean', help: 'Write JSON: one document, or one per line while something goes on' },
  verbose: { type: 'boolean', help: "Write the studio's log to the standard error" },
  help: { type: 'boolean', short: 'h', help: 'Show this help' },
};

export const serverOptions: OptionSpecs = {
  server: {
    type: 'string',
    short: 's',
    value: 'NAME|URL',
    completes: 'servers',
    help: 'A saved server by its name, any server by its address, or a recording by its file or folder; see "Servers" in --help',
  },
  'key-env': {
    type: 'string',
    value: 'VARIABLE',
    help: 'The environment variable that holds the API key',
  },
  'no-key': { type: 'boolean', help: 'Send no API key from the environment' },
  header: {
    type: 'string',
    multiple: true,
    value: 'NAME:VALUE|@FILE',
    help: 'A header for each request, or a file with one per line; may be repeated. Other programs can read the command line, but not the file',
  },
};

export const toServerOptions = (what: string): OptionSpecs => ({
  'to-server': {
    type: 'string',
    value: 'NAME|URL',
    completes: 'servers',
    help: `The server of ${what}, if it is another one`,
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
    help: "The name of the production server, to confirm what can't be undone",
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
