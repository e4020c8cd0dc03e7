import type { DifferentTest } from './different-test.ts';

/** Tests whose expectations the Python server does not meet. */
export const pythonTests: readonly DifferentTest[] = [
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'schemas of three kinds of graphs: a state schema, annotated Zod, plain Zod',
    why: 'Pydantic writes an optional member as anyOf with null, and a channel is described by what it holds, not by what its reducer takes.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'subgraphs: direct ones, and nested ones',
    why: 'Entries have input_schema, output_schema, state_schema, config_schema and context_schema; the JavaScript server has state, input, output and config.',
  },
  {
    file: 'packages/remote-graph/src/conformance/assistants.test.ts',
    title: 'a graph with a UI component',
    why: 'Components are bundled by a program that is fetched from a registry at the start; this server runs offline.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'a run from the checkpoint of an interrupt reports the checkpoints and parents of the history',
    why: 'A run from a checkpoint first writes a copy of it, with source fork, which the stream does not report.',
  },
  {
    file: 'packages/remote-graph/src/conformance/runs.test.ts',
    title: 'a graph that is built from its configuration: of the run, of the thread',
    why: 'An update of the state builds the graph without the configuration that the thread remembers, so that a node which only that has is refused with 400.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'messages: partial ones, then complete ones',
    why: 'messages/complete is sent for messages that were not streamed; a streamed one ends with its last messages/partial.',
  },
  {
    file: 'packages/remote-graph/src/conformance/streams.test.ts',
    title: 'stateless runs: create, batch, wait, stream and join',
    why: 'There is no GET /runs/{run_id}/stream (404): a run without a thread that was created can not be joined without its thread.',
  },
  {
    file: 'packages/remote-graph/src/langchain/streaming/messages.real-server.test.ts',
    title: 'of a remote node are the same as those of a nested local graph',
    why: 'A streamed message has the namespace of its graph; the JavaScript library adds the node that made it.',
  },
  {
    file: 'packages/remote-graph/src/langchain/streaming/event-run.real-server.test.ts',
    title: 'start a run on the thread, and end where it waits',
    why: 'The event protocol sends neither updates nor tasks of this graph, but lifecycle and values.',
  },
  {
    file: 'src/services/assistants/assistants.demo-server.test.ts',
    title: 'marks the tool node of the support graph',
    why: 'The graph JSON of Python names no class of a node: data is {"name": "tools"}.',
  },
  {
    file: 'src/services/threads/mutate-threads.demo-server.test.ts',
    title: 'can not be pruned on this server, which is reported',
    why: 'POST /threads/prune is there; in memory it refuses keep_latest with 422.',
  },
  {
    file: 'src/services/threads/threads.demo-server.test.ts',
    title: 'runs, waits, resumes, and shows all of it in history and state',
    why: 'The interrupts of a checkpoint are gone from its state and from the history once they were answered.',
  },
  {
    file: 'src/services/runs/run-control.demo-server.test.ts',
    title: 'a run that is rolled back ends as failed, and this server keeps its state',
    why: 'A rollback deletes the run and its checkpoints.',
  },
  {
    file: 'src/services/runs/run-control.demo-server.test.ts',
    title: 'sends every option, and previews the request as it is sent',
    why: 'The server refuses a run with both config.configurable and context (400). The studio sends the context alone only if it has the same members.',
  },
  {
    file: 'src/services/runs/log/restarted-server.demo-server.test.ts',
    title: 'is found under the new address and token, with the status that the server reports',
    why: 'Event ids are times, and a restarted server continues the run that it was stopped in.',
  },
  {
    file: 'src/services/threads/update-messages.demo-server.test.ts',
    title: 'are inserted with __remove_all__; a plain list keeps the messages that it omits',
    why: 'LangChain makes a message of the written object and puts usage_metadata, which it does not take there, into additional_kwargs. The studio reports the difference.',
  },
  {
    file: 'packages/remote-graph/src/langchain/sdk-adapter.real-server.test.ts',
    title: 'reads the graph, subgraphs and schemas',
    why: 'The SDK asks for subgraphs and schemas by the name of the graph, which is 422 there; our own client looks the ID up.',
  },
  {
    file: 'src/services/assistants/declared-breakpoints.real-server.test.ts',
    title: 'no answer of the JavaScript server names the breakpoints that a graph declares',
    why: 'The graph JSON of the Python server names them: metadata has __interrupt.',
  },
  {
    file: 'src/services/comparisons/comparisons.real-server.test.ts',
    title: 'compares the first run with the one that got the answer',
    why: 'The interrupts of a checkpoint are gone from the history once they were answered, so that both runs have the same record of the task.',
  },
  {
    file: 'src/services/experiments/experiments.real-server.test.ts',
    title: 'start from a command, a node or a state, and know the path, also of a run that waits',
    why: 'A command that goes to a node of a thread without a state also starts the graph from its beginning.',
  },
  {
    file: 'src/shared/code/regression-test.real-server.test.ts',
    title: 'passes in Python on an equal result and fails on another',
    why: 'The same: a command that goes to a node also starts the graph.',
  },
  {
    file: 'src/services/experiments/version-settings.real-server.test.ts',
    title: 'runs with its context alone, not mixed with that of the latest',
    why: 'Members of a context that the context schema of the graph does not have are dropped before the run (_filter_context_by_schema), and its defaults are added.',
  },
  {
    file: 'src/services/threads/clone/clones.real-server.test.ts',
    title: 'keeps the ids of messages, which the nodes do not report',
    why: 'LangChain puts what it does not take of a written message (usage_metadata, invalid_tool_calls) into additional_kwargs, so that the list is written past its reducer, as it is.',
  },
  {
    file: 'src/services/threads/answered-tasks.real-server.test.ts',
    title: 'of three tasks of a node, an answered one does not come back, in any order of answers',
    why: 'An answered task of a checkpoint has its result and no interrupt; the JavaScript server keeps its interrupt.',
  },
  {
    file: 'src/services/threads/answered-tasks.real-server.test.ts',
    title: 'a run that leaves an interrupt did not finish, although its thread is idle',
    why: 'The thread of such a run is interrupted, and the runs of this test answer all that it asks.',
  },
  {
    file: 'src/services/threads/fork-subgraph.demo-server.test.ts',
    title:
      'continues from an edit of a subgraph, also on a thread that remembers the start of an earlier run',
    why: 'A thread remembers no checkpoint of an earlier run there, so that a plain continue is enough.',
  },
  {
    file: 'src/services/threads/threads.demo-server.test.ts',
    title: 'another studio reads a run from its first event, while it runs and after its end',
    why: 'A stream that is joined repeats what was stored while it was opened. Where that is of the newest millisecond only, it cannot be distinguished from equal events.',
    sometimes: true,
  },
  {
    file: 'src/services/threads/sequential-questions.real-server.test.ts',
    title: 'waits with its second question in',
    why: 'The second question of a node has an ID of its own on the Python server.',
  },
  {
    file: 'src/services/threads/sequential-questions.real-server.test.ts',
    title: 'waits again when the question is the same one',
    why: 'The second question of a node has an ID of its own on the Python server.',
  },
  {
    file: 'src/services/threads/sequential-questions.real-server.test.ts',
    title: 'of which another client answered several',
    why: 'The second question of a node has an ID of its own on the Python server.',
  },
  {
    file: 'src/services/threads/sequential-questions.real-server.test.ts',
    title: 'is interrupted for the client, although its thread is idle',
    why: "A resume with the first question's ID answers nothing more, as the second has an ID of its own.",
  },
  {
    file: 'src/services/threads/answered-tasks.real-server.test.ts',
    title: 'the thread record is right for its last run only',
    why: 'The record of a thread lists no interrupt that an earlier run answered.',
  },
  {
    file: 'packages/remote-graph/src/langchain/both-adapters.real-server.test.ts',
    title: 'reports the ids of a run, marks it',
    why: 'The thread can still be busy (409) when the event stream of its run has ended.',
    sometimes: true,
  },
  {
    file: 'src/services/threads/sequential-questions.real-server.test.ts',
    title: 'asks, although the state does not list it, and can be answered',
    why: 'Not mended: the state lists each task that asks, and nothing in it tells that the record of the thread has one more, so the record is not read.',
  },
  {
    file: 'src/services/inputs/inputs.real-server.test.ts',
    title: 'keep the input of a run, the state that a node read, and the values of a checkpoint',
    why: 'The record of an ended run has the same config and context whichever of them was sent, so that the studio keeps what it says as the config.',
  },
  {
    file: 'packages/remote-graph/src/langchain/both-adapters.real-server.test.ts',
    title: 'a second run on a thread has only its own events',
    within: "a remote graph through the official SDK's client",
    why: 'The event stream of a thread begins with the events of earlier runs, which the client of the SDK does not distinguish from those of its run.',
  },
  {
    file: 'packages/remote-graph/src/langchain/both-adapters.real-server.test.ts',
    title: 'events of a run from an older state, and of those after it',
    within: "a remote graph through the official SDK's client",
    why: 'The event stream of a thread begins with the events of earlier runs, so that the client of the SDK ends before its run has.',
  },
];
