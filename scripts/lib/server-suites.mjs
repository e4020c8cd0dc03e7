/** Test files that run on every real server. */
export const serverSuites = Object.freeze([
  'src/remote-graph/**/*.real-server.test.ts',
  'src/remote-graph/conformance/{assistants,auth,real-server,runs,streams,threads}.test.ts',
  'src/remote-graph/compat/{call-abort,server-answers,server-quirks}.test.ts',
  'src/renderer/**/*.real-server.test.ts',
  'src/services/**/*.{demo,real}-server.test.ts',
  'src/cli/**/*.demo-server.test.ts',
  'src/shared/**/*.real-server.test.ts',
  'src/testing/**/*.{python,real}-server.test.ts',
]);

/** Specs of the main job: connect, draw, run, answer, history, edit, fork. They run on the Python server too. */
export const serverSpecs = Object.freeze([
  'newcomer.spec',
  'graph/graph.spec',
  'parallel-interrupts.spec',
  'state/history.spec',
  'state/time-travel.spec',
  'threads/threads.spec',
]);
