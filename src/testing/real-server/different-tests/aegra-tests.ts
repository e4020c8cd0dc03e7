import type { DifferentTest } from './different-test.ts';

/** Tests whose expectations Aegra does not meet. */
export const aegraTests: readonly DifferentTest[] = [
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'reports its version',
    why: 'The route /ok is 404: /health and /info say how it is.',
  },
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'leaving a stream does not end the run, which can be joined from its start',
    why: 'IDs of events are those of their run with a number.',
  },
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'C-16: reports a failure with the error of the graph',
    why: 'An error has only a message that hides what the graph said.',
  },
  {
    file: 'src/remote-graph/conformance/real-server.test.ts',
    title: 'reports what is missing',
    why: 'Refusals are worded differently.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'create, read, update with merged metadata, delete',
    why: 'It adds members of its own to the metadata of a thread.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'search: newest first',
    why: 'A search ignores ids, and threads can not be counted.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'copy: equal state and history',
    why: 'Threads can not be copied: 404.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'history: by metadata',
    why: 'A filter of the history by metadata is 500.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'supersteps: recreate a history',
    why: 'Supersteps of a new thread are ignored.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'put, get, search, list, delete',
    why: 'An item of the store does not say its namespace and its times.',
  },
  {
    file: 'src/remote-graph/conformance/threads.test.ts',
    title: 'from the configuration to the store and back',
    why: 'What a graph writes to the store is under another namespace.',
  },
];
