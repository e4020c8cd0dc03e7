import type { Assistant } from '../../shared/model/assistant.ts';
import type { ExperimentTarget } from '../../shared/model/experiment.ts';
import type { InputSummary } from '../../shared/model/input-file.ts';
import { targetOf, type TargetServer } from './targets.ts';

export interface PlannedPart {
  readonly target: ExperimentTarget;
  readonly paths: readonly string[];
}

export interface GraphPlan {
  readonly parts: readonly PlannedPart[];
  // Inputs that name no graph: they run on the selected assistant.
  readonly unnamed: readonly string[];
  readonly refused: readonly { readonly path: string; readonly problem: string }[];
}

// Each input on the graph that it names: on the selected assistant if that is of this graph, else on the graph's default
// assistant.
export function planByGraph(
  summaries: readonly InputSummary[],
  server: TargetServer,
  assistants: readonly Assistant[],
  selected: Assistant | null,
): GraphPlan {
  const byAssistant = new Map<Assistant, string[]>();
  const unnamed: string[] = [];
  const refused: { path: string; problem: string }[] = [];
  const ofGraph = (graph: string): Assistant | undefined => {
    const all = assistants.filter(({ graphId }) => graphId === graph);
    return (
      all.find(({ assistantId }) => assistantId === selected?.assistantId) ??
      all.find(({ bySystem }) => bySystem) ??
      all[0]
    );
  };
  for (const { path, graph, problem } of summaries) {
    const assistant = graph === null ? selected : ofGraph(graph);
    if (problem !== null) {
      const { line, column, message } = problem;
      // A file that could not be read has no line.
      const place = line === 1 && column === 1 ? '' : `Line ${line}, column ${column}: `;
      refused.push({ path, problem: place + message });
    } else if (assistant) {
      if (graph === null) unnamed.push(path);
      byAssistant.set(assistant, [...(byAssistant.get(assistant) ?? []), path]);
    } else {
      const reason =
        graph === null
          ? 'It does not specify a graph. Select an assistant, or add “graph” to its file.'
          : `${server.name} has no graph “${graph}”.`;
      refused.push({ path, problem: reason });
    }
  }
  const parts = [...byAssistant].map(([assistant, paths]) => ({
    target: targetOf(server, assistant),
    paths,
  }));
  return { parts, unnamed, refused };
}
