import { escapeInvisible } from '../../shared/escape-invisible.ts';
import { pathLabel, rowLabel } from '../../shared/inputs/experiment-labels.ts';
import type { Experiment, ExperimentRow } from '../../shared/model/experiment.ts';

/**
 * The results as JUnit XML: a suite for each assistant and one for inputs that fit none, a case for each input. A check that fails is a failure; what is
 * unknown, was not started or has not ended is an error.
 */
export function toJUnit(experiment: Experiment, rows: readonly ExperimentRow[]): string {
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
  const all = attributesOf({ name: 'remote-graph-studio check', ...countsOf(rows) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${all}>\n${suites.join('')}</testsuites>\n`;
}

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
  const { path, problem, result, threadId, runId } = row;
  const time = result?.ms == null ? null : String(result.ms / 1000);
  const start = `    <testcase${attributesOf({ name: pathLabel(path), classname, time })}`;
  const kind = kindOf(row);
  if (kind === 'passed') return `${start}/>\n`;
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
  return `${start}>\n      <${kind}${attributesOf({ message, type })}>${xml(lines.join('\n'))}</${kind}>\n    </testcase>\n`;
}

function attributesOf(attributes: Readonly<Record<string, string | null>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${xml(value).replaceAll('\n', '&#10;')}"`))
    .join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// Text that can neither end its element nor hide anything; characters that XML can't hold are escaped, too.
function xml(text: string): string {
  return (
    escapeInvisible(text)
      .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
  );
}
