import type { CommandSpec } from './command-spec.ts';
import { commonOptions, serverOptions } from './shared-options.ts';

/* Commands about recordings: threads in a file. */

export const recordSpec: CommandSpec = {
  name: 'record',
  summary: 'Record a thread into a file that can be read without its server',
  description: [
    'Records the graph, the history, the runs and their events. What the server no longer has is named on the standard error. Keys that the studio knows are removed, and what looks like a secret, unless --keep-likely-secrets: how many, by kind, is said there, too. No scrubber finds every secret. Read the recording before you share it.',
    'Writes a zip, or with --folder the same files into an empty folder, for a git repository. The file is whole or not there. One that exists is only replaced with --force.',
  ],
  arguments: [{ name: 'THREAD', help: 'The ID of the thread' }],
  options: {
    run: { type: 'string', value: 'ID', help: 'Only this run of the thread' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'The file; THREAD.recording.zip by default' },
    folder: { type: 'boolean', help: 'Write a folder instead of a zip' },
    force: { type: 'boolean', help: 'Replace the file if it exists' },
    'hide-hosts': { type: 'boolean', help: 'Remove the hosts of addresses' },
    'keep-likely-secrets': { type: 'boolean', help: 'Remove known secrets only' },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [
    ['into a file', 'record 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11 -o tides.recording.zip --server staging'],
  ],
};

export const replaySpec: CommandSpec = {
  name: 'replay',
  summary: 'Print the events of a recorded run at their pace, or serve the recording',
  description: [
    'Reads a recording, which may be a zip or a folder, and prints the events of its newest run as run does, at the pace at which they came. A run that was recorded after its end has no times: its events are printed without pauses. Sends nothing. The exit code is that of the run.',
    'With --serve it answers as the server of the recording did, for other clients on this machine (the LangGraph SDK, a studio, curl), and prints the address. It answers all that reads and refuses all that writes with 405. The stream of a run (GET /threads/THREAD/runs/RUN/stream) sends the recorded events at their pace: all of them, or those after the Last-Event-ID. There is no key: every program on this machine can read it, pages of a browser can not. Ctrl-C ends it.',
  ],
  arguments: [{ name: 'FILE', help: 'The recording' }],
  options: {
    run: { type: 'string', value: 'ID', help: 'The run; the newest one with events by default' },
    serve: { type: 'boolean', help: 'Serve the recording on 127.0.0.1, to be read by other clients' },
    port: { type: 'string', value: 'NUMBER', help: 'The port to serve on; any free one by default' },
    speed: {
      type: 'string',
      value: 'NUMBER',
      help: 'How many times faster, from 1 to 50; 0 for no pauses at all. 1 by default',
    },
    ...commonOptions,
  },
  examples: [
    ['ten times faster', 'replay tides.recording.zip --speed 10'],
    [
      'for a test of your own client, without pauses',
      'replay tides.recording.zip --serve --port 8124 --speed 0',
    ],
  ],
};
