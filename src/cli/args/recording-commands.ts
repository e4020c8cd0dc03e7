import type { SubcommandSpec } from './subcommand-spec.ts';
import { commonOptions, serverOptions, threadArgument } from './shared-options.ts';

/* Commands that take a thread to elsewhere: into a file, and to a receiver of traces. */

export const recordSpec: SubcommandSpec = {
  name: 'record',
  summary: 'Record a thread to a file that can be read without its server',
  description: [
    'Records the graph, the history, the runs and their events. Standard error lists what the server no longer has. Keys that the studio knows are removed, and so are likely secrets, unless you pass --keep-likely-secrets; standard error also says how many, by kind. No scrubber finds every secret. Read the recording before you share it.',
    'Writes a zip, or with --folder the same files into an empty folder, for a git repository. The file is either complete or not written. An existing file is only replaced with --force.',
    'With --to it is sent to an address by PUT instead: a link of S3 that is presigned for uploads, or a file on a WebDAV server without a password. What was removed and the size are shown before. The request has no key of yours, and follows no redirect. Other programs on this machine can read the command line, and with it the link.',
  ],
  arguments: [threadArgument],
  options: {
    run: { type: 'string', value: 'ID', help: 'Only this run of the thread' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'The file; THREAD.recording.zip by default' },
    to: { type: 'string', value: 'URL', help: 'Send it to this https address instead of writing a file' },
    yes: { type: 'boolean', short: 'y', help: 'Send it without asking' },
    folder: { type: 'boolean', help: 'Write a folder instead of a zip' },
    force: { type: 'boolean', help: 'Replace the file if it exists' },
    'hide-hosts': { type: 'boolean', help: 'Remove host names from addresses' },
    'keep-likely-secrets': { type: 'boolean', help: 'Remove known secrets only' },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [
    ['into a file', 'record 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11 -o tides.recording.zip --server staging'],
  ],
};

export const replaySpec: SubcommandSpec = {
  name: 'replay',
  summary: 'Print the events of a recorded run at their pace, or serve the recording',
  description: [
    'Reads a recording, which may be a zip or a folder, and prints the events of its newest run as run does, at the pace at which they arrived. A run that was recorded after its end has no times: its events are printed without pauses. Sends nothing. The exit code is that of the run.',
    'With --serve it answers as the server of the recording did, for other clients on this machine (the LangGraph SDK, a studio, curl), and prints the address. It answers every read and refuses every write with 405. The stream of a run (GET /threads/THREAD/runs/RUN/stream) sends the recorded events at their pace: all of them, or those after the Last-Event-ID. There is no key: every program on this machine can read it, web pages in a browser cannot. Ctrl-C ends it.',
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

export const serveRecordingsSpec: SubcommandSpec = {
  name: 'serve-recordings',
  summary: 'Serve the recordings of a folder to others, for reading',
  description: [
    'Opens each recording in a folder, a zip or a folder with a manifest, in the web host and prints an address. Whoever has the address reads them as in their own studio, and can change nothing: no server is reached, and nothing that a reader does is stored. Links in the folder are not followed; standard error names them and whatever is no recording. At most 50 are served, the newest first. It runs until Ctrl-C.',
    'An address works once. Press Enter for a new one, or set REMOTE_GRAPH_STUDIO_TOKEN to a secret that works any number of times, as ADDRESS/#code=SECRET. Then ADDRESS/?recording=NAME leads to the recording with this file name.',
    'REMOTE_GRAPH_STUDIO_ADDRESS, REMOTE_GRAPH_STUDIO_PORT, REMOTE_GRAPH_STUDIO_ALLOW_NETWORK and REMOTE_GRAPH_STUDIO_PUBLIC_URL set where it listens and how it is reached; options override them. The connection is not encrypted: put a proxy with TLS before it.',
  ],
  arguments: [{ name: 'FOLDER', help: 'The folder with recordings' }],
  options: {
    port: { type: 'string', value: 'NUMBER', help: 'The port to listen on; 0 for any free one' },
    address: { type: 'string', value: 'ADDRESS', help: 'The address of this machine to listen on' },
    'allow-network': { type: 'boolean', help: 'Allow an address that other machines can reach' },
    'no-open': { type: 'boolean', help: 'Print the address without opening a browser' },
    ...commonOptions,
  },
  examples: [
    ['for this machine', 'serve-recordings recordings'],
    ['for the network', 'serve-recordings recordings --address 192.168.1.5 --allow-network --no-open'],
  ],
};

export const exportSpec: SubcommandSpec = {
  name: 'export',
  summary: 'Send what ran on a thread as OpenTelemetry traces',
  description: [
    'Sends each run of a thread, or of a recording, that has ended as one trace over OTLP/HTTP: to an OpenTelemetry collector, Arize Phoenix, Langfuse or any other receiver. The run is its root; nodes, subgraphs, questions, errors, tokens and the runs that it went on from are in it. /v1/traces is added to the address if it is missing.',
    'OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS and OTEL_EXPORTER_OTLP_TIMEOUT are the defaults; those for traces, such as OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, come first. Headers of variables are sent only to the address that a variable names.',
    'Inputs, outputs and questions are only sent with --content. Keys that the studio knows are removed from all texts, and so are likely secrets, but no scrubber finds every secret.',
    'The same run always has the same trace and span IDs, so that it may be exported again. A run whose metadata has a W3C traceparent is put below the span that it names. The exit code is 1 if the receiver did not accept all spans.',
  ],
  arguments: [
    {
      name: 'THREAD',
      help: 'The ID of the thread; the only one by default, as in a recording',
      optional: true,
    },
  ],
  options: {
    otlp: {
      type: 'string',
      value: 'URL',
      help: 'The address of a receiver of OTLP over HTTP; OTEL_EXPORTER_OTLP_ENDPOINT by default',
    },
    'otlp-header': {
      type: 'string',
      multiple: true,
      value: 'NAME:VALUE|@FILE',
      help: 'A header for the receiver, such as its key, or a file with one header per line; may be repeated',
    },
    run: { type: 'string', value: 'ID', help: 'Only this run of the thread' },
    content: { type: 'boolean', help: 'Send inputs, outputs and questions, too' },
    service: {
      type: 'string',
      value: 'NAME',
      help: 'The service and project of the traces; the name of the server by default',
    },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [
    [
      'a thread, to Phoenix on this machine',
      'export 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11 --otlp http://127.0.0.1:6006 --server staging',
    ],
    [
      'a recording with its content, to a receiver with a key',
      'export --server tides.recording.zip --content --otlp https://otel.example.com --otlp-header @headers.txt',
    ],
  ],
};
