import { escapeInvisible } from '../../shared/escape-invisible.ts';
import { shardText, type Shard } from '../args/shard.ts';
import { rowLabel, rowName } from '../../shared/inputs/experiment-labels.ts';
import type { Experiment, ExperimentRow } from '../../shared/model/experiment.ts';

/**
 * The results as JUnit XML: a suite for each assistant and one for inputs that fit none, a case for each input. A
 * failed check is a failure; an input whose result is unknown, or that was not started or has not ended, is an error.
 */
export function toJUnit(
  experiment: Experiment,
  rows: readonly ExperimentRow[],
  shard: Shard | null = null,
): string {
  const suites = experiment.targets.map((target, index) => {
    const targetRows = rows.filter((row) => row.target === index);
    const name = `${target.assistantName} on ${target.serverName}`;
    const cases = targetRows.map((row) => caseOf(row, name));
    const attributes = { name, ...countsOf(targetRows), timestamp: experiment.createdAt };
    return `  <testsuite${attributesOf(attributes)}>\n${cases.join('')}  </testsuite>\n`;
  });
  const others = rows.filter(({ target }) => experiment.targets[target] === undefined);
  if (others.length > 0) {
    const attributes = { name: 'not started', ...countsOf(others), timestamp: experiment.createdAt };
    const cases = others.map((row) => caseOf(row, 'not started'));
    suites.push(`  <testsuite${attributesOf(attributes)}>\n${cases.join('')}  </testsuite>\n`);
  }
  const rootAttributes = attributesOf({ name: junitName(shard), ...countsOf(rows) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${rootAttributes}>\n${suites.join('')}</testsuites>\n`;
}

/** The name of a report, by which the reports of shards are merged. */
export const junitName = (shard: Shard | null): string =>
  `remote-graph-studio check${shard === null ? '' : ` (${shardText(shard)})`}`;

function countsOf(rows: readonly ExperimentRow[]): Readonly<Record<string, string>> {
  const kinds = rows.map(kindOf);
  const ms = rows.reduce((sum, { result }) => sum + (result?.ms ?? 0), 0);
  return {
    tests: String(rows.length),
    failures: String(kinds.filter((kind) => kind === 'failure').length),
    errors: String(kinds.filter((kind) => kind === 'error').length),
    time: String(ms / 1000),
  };
}

function kindOf({ result }: ExperimentRow): 'passed' | 'failure' | 'error' {
  if (result?.outcome === 'passed') return 'passed';
  return result?.outcome === 'failed' ? 'failure' : 'error';
}

function caseOf(row: ExperimentRow, classname: string): string {
  const { problem, result, threadId, runId } = row;
  const time = result?.ms == null ? null : String(result.ms / 1000);
  const start = `    <testcase${attributesOf({ name: rowName(row), classname, time })}`;
  const kind = kindOf(row);
  const scores = scoresOf(row);
  if (kind === 'passed') return scores === '' ? `${start}/>\n` : `${start}>\n${scores}    </testcase>\n`;
  const bad = (result?.checks ?? []).filter(({ outcome }) => outcome !== 'passed');
  const reasons = bad.map(({ label, reason }) => `${label}: ${reason}`);
  const message = problem ?? reasons[0] ?? result?.error ?? 'The run did not end.';
  const lines = [
    ...(reasons.length === 0 ? [message] : reasons),
    ...(result?.error == null || result.error === message ? [] : [result.error]),
    ...(result?.outputText == null ? [] : [`Output: ${result.outputText}`]),
    ...(threadId === null ? [] : [`Thread ${threadId}, run ${runId ?? 'unknown'}`]),
  ];
  const type = result === null && problem === null ? 'not ended' : rowLabel(row);
  return `${start}>\n${scores}      <${kind}${attributesOf({ message, type })}>${escapeXml(lines.join('\n'))}</${kind}>\n    </testcase>\n`;
}

// The scores of a row, known or not, as properties of its case.
function scoresOf({ result }: ExperimentRow): string {
  const properties = (result?.checks ?? []).flatMap(({ score }) =>
    score === null
      ? []
      : `        <property${attributesOf({ name: `score: ${score.name}`, value: String(score.value ?? 'unknown') })}/>\n`,
  );
  return properties.length === 0 ? '' : `      <properties>\n${properties.join('')}      </properties>\n`;
}

function attributesOf(attributes: Readonly<Record<string, string | null>>): string {
  return Object.entries(attributes)
    .map(([name, value]) =>
      value === null ? '' : ` ${name}="${escapeXml(value).replaceAll('\n', '&#10;')}"`,
    )
    .join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// Text that can neither end its element nor hide anything; characters that XML can't hold are escaped, too.
export function escapeXml(text: string): string {
  return (
    escapeInvisible(text)
      .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
  );
}
