import type { Assistant } from '../../shared/model/assistant.ts';
import type { ExperimentTarget } from '../../shared/model/experiment.ts';
import type { InputSummary } from '../../shared/model/input-file.ts';
import { targetOf, type TargetServer } from './targets.ts';

export interface PlannedPart {
  readonly target: ExperimentTarget;
  readonly paths: readonly string[];
}

// An input that can't be started, and why.
export interface RefusedInput {
  readonly path: string;
  readonly problem: string;
}

export interface GraphPlan {
  readonly parts: readonly PlannedPart[];
  // Inputs that name no graph: they run on the selected assistant.
  readonly unnamed: readonly string[];
  readonly refused: readonly RefusedInput[];
}

// The inputs whose files can't be read as inputs: they run on no assistant.
export function brokenInputs(summaries: readonly InputSummary[]): readonly RefusedInput[] {
  return summaries.flatMap((summary) => brokenInput(summary) ?? []);
}

function brokenInput({ path, problem }: InputSummary): RefusedInput | null {
  if (problem === null) return null;
  const { line, column, message } = problem;
  // A file that could not be read has no line.
  const place = line === 1 && column === 1 ? '' : `Line ${line}, column ${column}: `;
  return { path, problem: place + message };
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
  const refused: RefusedInput[] = [];
  const ofGraph = (graph: string): Assistant | undefined => {
    const all = assistants.filter(({ graphId }) => graphId === graph);
    return (
      all.find(({ assistantId }) => assistantId === selected?.assistantId) ??
      all.find(({ bySystem }) => bySystem) ??
      all[0]
    );
  };
  for (const summary of summaries) {
    const { path, graph } = summary;
    const broken = brokenInput(summary);
    const assistant = graph === null ? selected : ofGraph(graph);
    if (broken !== null) {
      refused.push(broken);
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
