import type { DifferentTest } from './different-test.ts';

/** Tests whose expectations pure-graph, with its data in memory, does not meet. */
export const pureGraphTests: readonly DifferentTest[] = [
  {
    file: 'src/services/main-job.real-server.test.ts',
    title: 'shows the question, and answers it',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'src/services/main-job.real-server.test.ts',
    title: 'lists both runs of the thread',
    why: 'The run of the answer is missing, as the question could not be answered.',
  },
  {
    file: 'src/services/main-job.real-server.test.ts',
    title: 'reads the history, newest first',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'src/services/main-job.real-server.test.ts',
    title: 'runs on from an older checkpoint',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'src/services/main-job.real-server.test.ts',
    title: 'deletes the thread',
    why: 'A thread that is not there is 500.',
  },
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'reports its version',
    why: 'The routes /ok and /info are 404.',
  },
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'lists assistants, their graph and their schemas',
    why: 'xray is refused: it compares a number with a text.',
  },
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'streams a run up to its interrupt, and resumes it by interrupt id',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'reads state and history, updates state as a node',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'C-15: stops a run with one cancel',
    why: 'A run that is cancelled runs on to its end.',
  },
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'leaving a stream does not end the run',
    why: 'A run can not be joined once its first reader has left.',
  },
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'reports what is missing',
    why: 'Unknown things are 500.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'create, read, update with merged metadata, delete',
    why: 'A thread that is not there is 500.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'rule 14: a thread with an active run is deleted',
    why: 'A thread that is not there is 500.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'search: newest first',
    why: 'Threads are listed oldest first.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'copy: equal state and history',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'history: by metadata',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'put, get, search, list, delete',
    why: 'It has no routes for the store.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'from the configuration to the store and back',
    why: 'It has no routes for the store.',
  },
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'C-16: reports a failure with the error of the graph',
    why: 'A run that is waited for answers with {}, whether it fails or not.',
  },
];
