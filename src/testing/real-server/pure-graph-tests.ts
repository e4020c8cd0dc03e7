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
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'reports its version',
    why: 'The routes /ok and /info are 404.',
  },
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'lists assistants, their graph and their schemas',
    why: 'xray is refused: it compares a number with a text.',
  },
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'streams a run up to its interrupt, and resumes it by interrupt id',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'reads state and history, updates state as a node',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'stops a run with one cancel',
    why: 'A run that is cancelled runs on to its end.',
  },
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'leaving a stream does not end the run',
    why: 'A run can not be joined once its first reader has left.',
  },
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'reports what is missing',
    why: 'Unknown things are 500.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'create, read, update with merged metadata, delete',
    why: 'A thread that is not there is 500.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'rule 14: a thread with an active run is deleted',
    why: 'A thread that is not there is 500.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'search: newest first',
    why: 'Threads are listed oldest first.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'copy: equal state and history',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'history: by metadata',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'put, get, search, list, delete',
    why: 'It has no routes for the store.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'from the configuration to the store and back',
    why: 'It has no routes for the store.',
  },
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'reports a failure with the error of the graph',
    why: 'A run that is waited for answers with {}, whether it fails or not.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'create, read, update, delete, and 404 afterwards',
    why: 'An assistant that was created can not be read: 500.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'deleting with threads removes the threads',
    why: 'Assistants can not be changed or deleted: 500. Each belongs to a graph.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'schemas of three kinds of graphs',
    why: 'Its schemas list the channels of the graph in place of JSON schemas.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'subgraphs: direct ones, and nested ones',
    why: 'It lists no subgraphs: 501.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'default assistants have the name of their graph',
    why: 'A search of assistants by metadata finds none.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'a graph with a UI component',
    why: 'It has no components of a user interface: POST /ui/{graph} is 404.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'lists by graph, by metadata and by a part of the name',
    why: 'An assistant that was created is in no list.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'versions: newest first, limit, offset, metadata',
    why: 'Assistants can not be changed or deleted: 500. Each belongs to a graph.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'setLatest 1, then a patch creates 3',
    why: 'Assistants can not be changed or deleted: 500. Each belongs to a graph.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'config and context of an assistant are passed to its runs',
    why: 'A run that is waited for answers with {}, whether it fails or not.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'list with a status after a cancel, and updating the state: 409 while a run is active',
    why: 'An edit of the state while a run is active is refused with 500.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'cancelMany stops the named runs',
    why: 'A run that is cancelled runs on to its end.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'reject: the second run is rejected',
    why: 'It ignores multitask_strategy: the runs of a thread run at the same time.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'interrupt: the first run is interrupted',
    why: 'It ignores multitask_strategy: the runs of a thread run at the same time.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'rollback: a pending first run is deleted',
    why: 'It ignores multitask_strategy and after_seconds.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'enqueue: both run, one after the other',
    why: 'It ignores multitask_strategy: the runs of a thread run at the same time.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'interrupt before the tool: next is the tool',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'interrupt before the tool, with a message edited meanwhile',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'interrupt before the agent stops at once',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'interrupt() in a node is in the task and in the thread',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'a command writes to the state and goes to a node',
    why: 'A run that is waited for answers with {}, whether it fails or not.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'a run from the checkpoint of an interrupt reports',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'an interrupt in one: state without and with it',
    why: 'The state of a thread has no tasks, no next nodes, no checkpoint and no interrupts, and its history is empty.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'context: of the run, else of the assistant, else none',
    why: 'A run that is waited for answers with {}, whether it fails or not.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'a graph that is built from its configuration',
    why: 'A run that is waited for answers with {}, whether it fails or not.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'values: metadata and values only, with increasing ids',
    why: 'Its events have no ids.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'updates come in the order agent, tool, agent',
    why: 'It streams values and other modes that were not asked for.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'events carry the steps of the model',
    why: 'It does not stream the mode events.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'messages: partial ones, then complete ones',
    why: 'It sends no messages/complete.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'messages-tuple: a message and its metadata',
    why: 'It sends the mode messages-tuple as messages/partial.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'several modes in one stream',
    why: 'It sends no messages/complete.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'tasks and checkpoints in their exact order',
    why: 'The stream modes tasks and checkpoints are refused with 400.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'resumable: joining from before the first event',
    why: 'A run that has ended can not be joined: its stream is empty.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'an unknown assistant fails with the error of the server',
    why: 'A run that is waited for answers with {}, whether it fails or not.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'a failing wait throws and leaves the thread in error',
    why: 'A run that is waited for answers with {}, whether it fails or not.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'a failing run fails join and joinStream',
    why: 'A run that fails is answered with {} when it is joined.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'long tasks are joined until their end',
    why: 'A run that is joined answers with {}, not with its values.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'stateless runs: create, batch, wait, stream and join',
    why: 'A run that is waited for answers with {}, whether it fails or not.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'afterSeconds delays the start',
    why: 'It ignores after_seconds.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'the webhook of a run is called with its outcome',
    why: 'It has no routes of the project, one of which receives the webhook.',
  },
];
