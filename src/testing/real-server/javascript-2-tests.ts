import type { DifferentTest } from './different-test.ts';

/** Tests whose expectations the JavaScript server 2.0.0 does not meet: it is older code than 1.5. */
export const javaScript2Tests: readonly DifferentTest[] = [
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'stops a run with one cancel, and reports it as cancelled',
    why: 'A run that is cancelled ends with an error event, and with the status error.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'list with a status after a cancel, and updating the state: 409 while a run is active',
    why: 'A run that is cancelled ends with an error event, and with the status error.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'cancelMany stops the named runs',
    why: 'A run that is cancelled ends with an error event, and with the status error.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'interrupt: the first run is interrupted, the second one runs',
    why: 'A run that is cancelled ends with an error event, and with the status error.',
  },
  {
    file: 'packages/remote-graph/src/langchain/both-adapters.real-server.test.ts',
    title: 'a second run on a thread has only its own events',
    why: 'It has no event streaming: POST /threads/{thread_id}/commands is 404.',
  },
  {
    file: 'packages/remote-graph/src/langchain/both-adapters.real-server.test.ts',
    title: 'events of a run from an older state, and of those after it',
    why: 'It has no event streaming: POST /threads/{thread_id}/commands is 404.',
  },
  {
    file: 'packages/remote-graph/src/langchain/both-adapters.real-server.test.ts',
    title: 'reports the ids of a run, marks it, and omits events of subgraphs on request',
    why: 'It has no event streaming: POST /threads/{thread_id}/commands is 404.',
  },
  {
    file: 'packages/remote-graph/src/langchain/both-adapters.real-server.test.ts',
    title: 'leaves nothing open if nobody reads them',
    why: 'It has no event streaming: POST /threads/{thread_id}/commands is 404.',
  },
  {
    file: 'packages/remote-graph/src/langchain/both-adapters.real-server.test.ts',
    title: 'leaves nothing open after abort(), also between two events',
    why: 'It has no event streaming: POST /threads/{thread_id}/commands is 404.',
  },
  {
    file: 'packages/remote-graph/src/langchain/both-adapters.real-server.test.ts',
    title: 'leaves nothing open after its signal, also between two events',
    why: 'It has no event streaming: POST /threads/{thread_id}/commands is 404.',
  },
  {
    file: 'packages/remote-graph/src/langchain/both-adapters.real-server.test.ts',
    title: 'leaves nothing open when events are left',
    why: 'It has no event streaming: POST /threads/{thread_id}/commands is 404.',
  },
  {
    file: 'packages/remote-graph/src/langchain/both-adapters.real-server.test.ts',
    title: 'each call removes its listeners from a shared signal, without a warning',
    why: 'It has no event streaming: POST /threads/{thread_id}/commands is 404.',
  },
  {
    file: 'src/services/two-windows.real-server.test.ts',
    title: 'is read over one connection, and all windows see all of it, including a later one',
    why: 'It indents the JSON of events and answers, which the test compares as text.',
  },
  {
    file: 'src/services/comparisons/comparisons.real-server.test.ts',
    title: 'names the node that differs between two turns with different answers',
    why: 'It indents the JSON of events and answers, which the test compares as text.',
  },
  {
    file: 'src/services/comparisons/comparisons.real-server.test.ts',
    title: 'two checkpoints of a thread, and the executions between them',
    why: 'It indents the JSON of events and answers, which the test compares as text.',
  },
  {
    file: 'src/services/threads/fork-subgraph.demo-server.test.ts',
    title: 'continues inside a nested subgraph, and runs only what follows',
    why: 'It indents the JSON of events and answers, which the test compares as text.',
  },
  {
    file: 'src/services/experiments/rows-without-files.real-server.test.ts',
    title:
      'are sent after a restart, no more at a time than asked for, and are forgotten with their experiment',
    why: 'A run that is cancelled ends with an error event, and with the status error.',
  },
  {
    file: 'src/cli/session/recordings.demo-server.test.ts',
    title: 'records a thread, reads the file as a server',
    why: 'It indents the JSON of events and answers, which the test compares as text.',
  },
  {
    file: 'src/services/recordings/recordings.real-server.test.ts',
    title: 'answers every read with the text that its server wrote',
    why: 'It indents the JSON of events and answers, which the test compares as text.',
  },
  {
    file: 'src/services/threads/threads.demo-server.test.ts',
    title: 'forks: an edit of an old checkpoint creates a new one',
    why: 'It indents the JSON of events and answers, which the test compares as text.',
  },
  {
    file: 'src/services/threads/threads.demo-server.test.ts',
    title: 'rejects edits and a second run while one is active',
    why: 'A run that is cancelled ends with an error event, and with the status error.',
  },
  {
    file: 'src/services/runs/delete-stuck-run.demo-server.test.ts',
    title: 'does not delete a run that stops at the second request',
    why: 'A run that is cancelled ends with an error event, and with the status error.',
  },
  {
    file: 'src/services/runs/run-control.demo-server.test.ts',
    title: 'an interrupted run ends and keeps its state',
    why: 'A run that is cancelled ends with an error event, and with the status error.',
  },
  {
    file: 'src/services/runs/breakpoints.demo-server.test.ts',
    title: 'continues nothing after Stop',
    why: 'A run that is cancelled in a node ends with the status error, one that has not started does not; Stop meets the one or the other.',
    sometimes: true,
  },
];
