import type { DifferentTest } from './different-test.ts';

/** Tests whose expectations Aegra does not meet. */
export const aegraTests: readonly DifferentTest[] = [
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'reports its version',
    why: 'The route /ok is 404: /health and /info say how it is.',
  },
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'leaving a stream does not end the run, which can be joined from its start',
    why: 'IDs of events are those of their run with a number.',
  },
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'reports a failure with the error of the graph',
    why: 'An error has only a message that hides what the graph said.',
  },
  {
    file: 'packages/remote-graph/src/conformance/real-server.test.ts',
    title: 'reports what is missing',
    why: 'Refusals are worded differently.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'create, read, update with merged metadata, delete',
    why: 'It adds members of its own to the metadata of a thread.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'search: newest first',
    why: 'A search ignores ids, and threads can not be counted.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'copy: equal state and history',
    why: 'Threads can not be copied: 404.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'history: by metadata',
    why: 'A filter of the history by metadata is 500.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'supersteps: recreate a history',
    why: 'Supersteps of a new thread are ignored.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'put, get, search, list, delete',
    why: 'An item of the store does not say its namespace and its times.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'from the configuration to the store and back',
    why: 'What a graph writes to the store is under another namespace.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'deleting with threads removes the threads',
    why: 'It ignores delete_threads.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'schemas of three kinds of graphs',
    why: 'Its input schema of a key with a reducer is that of the state.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'subgraphs: direct ones, and nested ones',
    why: 'It lists subgraphs with other members: input_schema in place of input.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'default assistants have the name of their graph',
    why: 'It reads no configuration of assistants from the environment.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'a graph with a UI component',
    why: 'It has no components of a user interface: POST /ui/{graph} is 404.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'versions: newest first, limit, offset, metadata',
    why: 'It ignores limit and offset of a list of versions.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'list with a status after a cancel, and updating the state: 409 while a run is active',
    why: 'An edit of the state while a run is active is not refused.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'reject: the second run is rejected',
    why: 'It does not refuse, stop or delay a second run of a thread as multitask_strategy says.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'interrupt: the first run is interrupted',
    why: 'It does not refuse, stop or delay a second run of a thread as multitask_strategy says.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'rollback: a pending first run is deleted',
    why: 'It ignores multitask_strategy and after_seconds.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'enqueue: both run, one after the other',
    why: 'It does not queue a second run of a thread, so that the outcome depends on which of the two is faster.',
    sometimes: true,
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'interrupt() in a node is in the task and in the thread',
    why: 'The record of a thread has no interrupts; its tasks have them.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'a run from the checkpoint of an interrupt reports',
    why: 'The debug events of a run from a checkpoint do not begin with that checkpoint.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'an interrupt in one: state without and with it',
    why: 'Without subgraphs, the state of a task is its configuration and not null.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'a graph that is built from its configuration',
    why: 'An edit of the state builds the graph without the configuration of the thread: 500.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'messages: partial ones, then complete ones',
    why: 'A message has another id in messages/complete than in messages/partial.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'an error ends the stream with one error event',
    why: 'An error has only a message that hides what the graph said.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'a failing wait throws and leaves the thread in error',
    why: 'The error of a run that was waited for is without its name.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'a failing run fails join and joinStream',
    why: 'The error of a run that was joined is without its name.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'stateless runs: create, batch, wait, stream and join',
    why: 'It has no batches of runs: POST /runs/batch is 404.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'afterSeconds delays the start',
    why: 'It ignores after_seconds.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'the webhook of a run is called with its outcome',
    why: 'The webhook of a run is not called.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'interrupt before the tool: next is the tool',
    why: 'A run that stops at a breakpoint is a success, and its thread idle.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'lists by graph, by metadata and by a part of the name',
    why: 'A search of assistants ignores select.',
  },
  {
    file: 'packages/remote-graph/src/conformance/threads.test.ts',
    title: 'rule 14: a thread with an active run is deleted',
    why: 'With ten runs at once it took longer than 30 s; what it waits for is not known yet.',
    sometimes: true,
  },
];
