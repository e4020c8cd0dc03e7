/** Test files that run on every real server. */
const serverSuites = Object.freeze([
  'packages/remote-graph/src/**/*.real-server.test.ts',
  'packages/remote-graph/src/conformance/{assistants,auth,real-server,runs,streams,threads}.test.ts',
  'packages/remote-graph/src/compat/{call-abort,server-answers,server-quirks}.test.ts',
  'src/renderer/**/*.real-server.test.ts',
  'src/services/**/*.{demo,real}-server.test.ts',
  'src/cli/**/*.demo-server.test.ts',
  'src/shared/**/*.real-server.test.ts',
  'src/testing/**/*.{python,real}-server.test.ts',
]);

/**
 * The suites of the main job, the client's conformance and the check: what runs on servers that offer a part of the API. The
 * other suites are about details of what their profiles say is missing there.
 */
const mainSuites = [
  'packages/remote-graph/src/conformance/{assistants,real-server,runs,streams,threads}.test.ts',
  'packages/remote-graph/src/compat/call-abort.test.ts',
  'packages/remote-graph/src/server-check/check-other-servers.real-server.test.ts',
  'src/services/main-job.real-server.test.ts',
];

/**
 * Files that a server can not run at all, and why. Single tests that fail there are in
 * `src/testing/real-server/different-tests.ts`.
 * @type {Readonly<Record<string, readonly { readonly file: string, readonly why: string }[]>>}
 */
const leftOutSuites = {
  python: [
    {
      file: 'src/services/projects/templates.real-server.test.ts',
      why: 'It is about JavaScript projects, which start the JavaScript server.',
    },
  ],
  'js-2.0.0': [
    {
      file: 'src/services/projects/templates.real-server.test.ts',
      why: 'Its projects start the server of the repository.',
    },
    {
      file: 'packages/remote-graph/src/server-check/check-server.real-server.test.ts',
      why: 'It is about the profiles of the official servers; check-other-servers has the others.',
    },
    { file: 'src/testing/**/*.python-server.test.ts', why: 'They are about the official Python server.' },
    {
      file: 'src/testing/thread-oracle/*.test.ts',
      why: 'Most runs with subgraphs fail there, and the oracle is about servers that run them.',
    },
    {
      file: 'packages/remote-graph/src/langchain/streaming/event-run.real-server.test.ts',
      why: 'It has no event streaming: POST /threads/{thread_id}/commands is 404.',
    },
  ],
};

/** What vitest runs on a server. @param {string} server As in `GRAPH_SERVER`. */
export function suitesOfServer(server) {
  const include = server === 'aegra' || server === 'pure-graph' ? mainSuites : serverSuites;
  return { include: [...include], exclude: (leftOutSuites[server] ?? []).map(({ file }) => file) };
}

/** Specs of the main job: connect, draw, run, answer, history, edit, fork. They run on the Python server too. */
export const serverSpecs = Object.freeze([
  'newcomer.spec',
  'graph/graph.spec',
  'runs/runs.spec',
  'parallel-interrupts.spec',
  'state/checkpoints.spec',
  'state/time-travel.spec',
  'threads/threads.spec',
]);

/** Those of them that run on Electron, or its double, too: the others show nothing there that the web host does not. */
export const serverSpecsOfElectron = Object.freeze(['newcomer.spec', 'runs/runs.spec']);

/** Specs of these files that the Python server can not pass yet, and why. They are left out, and counted as skipped. */
export const leftOutSpecs = Object.freeze([
  {
    title: 'an agent shows its tools, its sub-agent, its to-do list and its files',
    why: 'The graph JSON of Python names no class of a node, so that tools cannot be distinguished from other nodes.',
  },
  {
    title: 'answered ones of three identical interrupts do not come back',
    why: 'The Python server tells no interrupts of a checkpoint once they were answered, so that Answered stays empty.',
  },
]);
