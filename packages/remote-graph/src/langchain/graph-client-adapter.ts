import type { GraphClient } from '../resources/graph-client.ts';
import type { ClientAdapter } from './client-adapter.ts';

export function createGraphClientAdapter({ assistants, threads, runs }: GraphClient): ClientAdapter {
  return {
    graph: (assistantId, xray, call) => assistants.getGraph(assistantId, { xray }, call),
    schemas: (assistantId, call) => assistants.getSchemas(assistantId, call),
    subgraphs: (assistantId, query, call) => assistants.getSubgraphs(assistantId, query, call),
    state: (threadId, stateRef, subgraphs, call) =>
      threads.getState(threadId, { ...stateRef, subgraphs }, call),
    history: (threadId, query, call) => threads.getHistory(threadId, query, call),
    update: (threadId, update, call) => threads.updateState(threadId, update, call),
    bulkUpdate: async (threadId, graphId, supersteps, call) => {
      const steps = supersteps.map((updates) => ({ updates }));
      await threads.create({ threadId, graphId, ifExists: 'do_nothing', supersteps: steps }, call);
    },
    protocolRun: (threadId, assistantId, start, call) => threads.startRun(threadId, assistantId, start, call),
    cancel: (threadId, runId, call) => runs.cancel(threadId, runId, {}, call),
    run: (threadId, assistantId, payload, call) =>
      runs.stream(threadId, assistantId, payload, { ...call, purpose: 'remote-graph.stream' }),
  };
}
