import type {
  CheckResult,
  ExperimentScores,
  ExperimentTarget,
  ScorePair,
  ScoreSeries,
  ScoreStatistics,
} from '../../../shared/model/experiment.ts';
import {
  meanOf,
  pairedConfidenceInterval,
  standardDeviationOf,
} from '../../../shared/inputs/score-statistics.ts';
import type { ExperimentTable } from '../experiment-table.ts';

// Names of scores, earlier experiments and assistants of which a window gets statistics.
const maxNames = 100;
const maxHistory = 20;
const maxPairedTargets = 8;

// - `input`: Equal for rows with the same input.
interface ScoredRow {
  readonly input: string;
  readonly check: CheckResult;
}

/** Statistics of the scores of an experiment. `all`: the newest first. */
export function experimentScores(all: readonly ExperimentTable[], table: ExperimentTable): ExperimentScores {
  const scores = scoresOf(table);
  const earlier = all
    .slice(all.indexOf(table) + 1)
    .filter(({ head }) => head.inputsConnectionId === table.head.inputsConnectionId);
  const series: ScoreSeries[] = [];
  const names = [...scores].slice(0, maxNames);
  const scoresOfEarlier = new Map<ExperimentTable, ReturnType<typeof scoresOf>>();
  const earlierScores = (other: ExperimentTable): ReturnType<typeof scoresOf> => {
    const before = scoresOfEarlier.get(other) ?? scoresOf(other);
    scoresOfEarlier.set(other, before);
    return before;
  };
  for (const [name, byTarget] of names) {
    for (const [target, rows] of byTarget) {
      const history: ScoreSeries['history'] = [];
      // Other inputs would be no history of these.
      const inputs = new Set(rows.map(({ input }) => input));
      for (const other of earlier) {
        if (history.length >= maxHistory) break;
        const index = other.targets.findIndex((one) => isSameAssistant(one, table.targets[target]));
        const before = earlierScores(other).get(name)?.get(index) ?? [];
        const same = before.filter(({ input }) => inputs.has(input));
        if (same.length === 0) continue;
        const { experimentId, name: experimentName, createdAt } = other.head;
        const version = other.targets[index]?.version ?? null;
        history.push({ ...statisticsOf(same), experimentId, experimentName, createdAt, version });
      }
      series.push({ name, target, ...statisticsOf(rows), history });
    }
  }
  return { series, pairs: names.flatMap(([name, byTarget]) => pairsOf(name, byTarget)) };
}

// A version that was chosen has a history of its own.
function isSameAssistant(a: ExperimentTarget, b: ExperimentTarget | undefined): boolean {
  return (
    a.connectionId === b?.connectionId &&
    a.assistantId === b.assistantId &&
    a.isPinned === b.isPinned &&
    (!a.isPinned || a.version === b.version)
  );
}

// By name and target.
function scoresOf(table: ExperimentTable): Map<string, Map<number, ScoredRow[]>> {
  const scores = new Map<string, Map<number, ScoredRow[]>>();
  for (let index = 0; index < table.length; index += 1) {
    const { path, target } = table.placeOf(index);
    const { revision, result } = table.stateOf(index);
    // A file keeps its name when it is edited. The name of a row without one is only where it is, and how its text begins.
    const input = table.head.inputsConnectionId === null ? (revision ?? path) : path;
    for (const check of result?.checks ?? []) {
      if (check.score === null) continue;
      const byTarget = scores.get(check.score.name) ?? new Map<number, ScoredRow[]>();
      scores.set(check.score.name, byTarget);
      const rows = byTarget.get(target) ?? [];
      byTarget.set(target, rows);
      rows.push({ input, check });
    }
  }
  return scores;
}

function statisticsOf(rows: readonly ScoredRow[]): ScoreStatistics {
  const values = rows.flatMap(({ check }) => check.score?.value ?? []);
  const isJudged = ({ check }: ScoredRow): boolean =>
    check.score?.value != null && check.score.atLeast !== null;
  const judged = rows.filter(isJudged);
  const passed = judged.filter(({ check }) => check.outcome === 'passed').length;
  return {
    count: values.length,
    unknown: rows.length - values.length,
    mean: meanOf(values),
    standardDeviation: standardDeviationOf(values),
    passed,
    failed: judged.length - passed,
  };
}

// Repetitions of an input are not independent, so that its mean counts once.
function pairsOf(name: string, byTarget: ReadonlyMap<number, readonly ScoredRow[]>): ScorePair[] {
  const means = [...byTarget].slice(0, maxPairedTargets).map(([target, rows]) => {
    const byInput = new Map<string, number[]>();
    for (const { input, check } of rows) {
      if (check.score?.value == null) continue;
      const values = byInput.get(input) ?? [];
      byInput.set(input, values);
      values.push(check.score.value);
    }
    return { target, byInput: new Map([...byInput].map(([input, values]) => [input, meanOf(values) ?? 0])) };
  });
  return means.flatMap((first, index) =>
    means.slice(index + 1).map((second) => {
      const differences = [...first.byInput].flatMap(([input, value]) => {
        const other = second.byInput.get(input);
        return other === undefined ? [] : [other - value];
      });
      const interval = pairedConfidenceInterval(differences);
      return {
        name,
        first: first.target,
        second: second.target,
        inputs: differences.length,
        difference: meanOf(differences),
        low: interval?.low ?? null,
        high: interval?.high ?? null,
      };
    }),
  );
}
