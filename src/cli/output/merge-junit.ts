import { AppError } from '../../shared/app-error.ts';
import { escapeXml, junitName } from './junit.ts';

/** A report that `toJUnit` wrote. `name`: of its file, as the user gave it. */
export interface JUnitReport {
  readonly name: string;
  readonly text: string;
}

interface Suite {
  readonly name: string;
  readonly counts: Readonly<Record<(typeof countNames)[number], number>>;
  readonly timestamp: string;
  readonly cases: string;
}

const countNames = ['tests', 'failures', 'errors', 'time'] as const;

// `toJUnit` escapes each < in a value, so what looks like a tag always is one.
const rootPattern =
  /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites([^<>]*)>\n([\s\S]*)<\/testsuites>\n?$/;
const suitePattern = /^ {2}<testsuite([^<>]*)>\n([\s\S]*?)^ {2}<\/testsuite>\n/gm;

/**
 * Merges reports that `check` wrote into one, with one suite for each assistant. Throws `AppError` (`invalid-input`)
 * for a file that is no such report, and for missing or duplicate shards: the merged report would otherwise pass
 * although inputs were never run.
 */
export function mergeJUnit(reports: readonly JUnitReport[]): string {
  const parsedReports = reports.map(readReport);
  expectAllShards(parsedReports);
  const suites = new Map<string, Suite>();
  for (const suite of parsedReports.flatMap((report) => report.suites)) {
    const previous = suites.get(suite.name);
    suites.set(suite.name, previous === undefined ? suite : joinSuites(previous, suite));
  }
  const merged = [...suites.values()];
  const parts = merged.map(
    ({ name, counts, timestamp, cases }) =>
      `  <testsuite name="${name}"${countText(counts)} timestamp="${timestamp}">\n${cases}  </testsuite>\n`,
  );
  const rootAttributes = `name="${escapeXml(junitName(null))}"${countText(sumOf(merged))}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${rootAttributes}>\n${parts.join('')}</testsuites>\n`;
}

interface ParsedReport {
  readonly name: string;
  readonly shard: { readonly number: number; readonly total: number } | null;
  readonly suites: readonly Suite[];
}

function readReport({ name, text }: JUnitReport): ParsedReport {
  const [, root, body] = rootPattern.exec(text) ?? [];
  if (root === undefined || body === undefined) throw notAReport(name);
  const title = attributeOf(root, 'name') ?? '';
  const [, number, total] = / \((\d+)\/(\d+)\)$/.exec(title) ?? [];
  const shard = number === undefined ? null : { number: Number(number), total: Number(total) };
  if (title !== junitName(shard)) throw notAReport(name);
  const suites = [...body.matchAll(suitePattern)].map(([, attributes = '', cases = '']) =>
    readSuite(attributes, cases, name),
  );
  // Anything outside of the suites would be lost.
  if (body.replaceAll(suitePattern, '') !== '') throw notAReport(name);
  return { name, shard, suites };
}

function readSuite(attributes: string, cases: string, file: string): Suite {
  const name = attributeOf(attributes, 'name');
  const timestamp = attributeOf(attributes, 'timestamp');
  const [tests, failures, errors, time] = countNames.map((key) =>
    Number(attributeOf(attributes, key) ?? Number.NaN),
  );
  if (
    name === null ||
    timestamp === null ||
    tests === undefined ||
    failures === undefined ||
    errors === undefined ||
    time === undefined ||
    ![tests, failures, errors, time].every(Number.isFinite)
  ) {
    throw notAReport(file);
  }
  return { name, timestamp, cases, counts: { tests, failures, errors, time } };
}

// The value as it is written: still escaped.
const attributeOf = (attributes: string, name: string): string | null =>
  new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? null;

function expectAllShards(reports: readonly ParsedReport[]): void {
  const total = reports.find(({ shard }) => shard !== null)?.shard?.total;
  if (total === undefined) return;
  const byNumber = new Map<number, string>();
  for (const { name, shard } of reports) {
    if (shard?.total !== total) {
      throw invalid(
        `${name} is ${shard === null ? 'a report of all inputs' : `one of ${shard.total} shards`}, others are one of ${total}.`,
        'Merge the reports of one check.',
      );
    }
    const other = byNumber.get(shard.number);
    if (other !== undefined)
      throw invalid(`${other} and ${name} are both shard ${shard.number}.`, 'Name each report once.');
    byNumber.set(shard.number, name);
  }
  const missing = Array.from({ length: total }, (_, index) => index + 1).filter(
    (number) => !byNumber.has(number),
  );
  if (missing.length > 0) {
    throw invalid(
      `Of ${total} shards, ${missing.length === 1 ? 'one is' : `${missing.length} are`} missing: ${missing.slice(0, 20).join(', ')}${missing.length > 20 ? ', …' : ''}.`,
      'A check that did not end has written no report.',
    );
  }
}

const invalid = (message: string, hint: string): AppError => new AppError('invalid-input', message, { hint });

const notAReport = (name: string): AppError =>
  invalid(`${name} is not a report that check --junit wrote.`, 'Reports of other programs are not merged.');

const joinSuites = (a: Suite, b: Suite): Suite => ({
  name: a.name,
  counts: sumOf([a, b]),
  timestamp: a.timestamp < b.timestamp ? a.timestamp : b.timestamp,
  cases: a.cases + b.cases,
});

function sumOf(suites: readonly Pick<Suite, 'counts'>[]): Suite['counts'] {
  const sum = (key: (typeof countNames)[number]): number =>
    suites.reduce((total, { counts }) => total + counts[key], 0);
  // `toJUnit` writes times in whole milliseconds; a sum of fractions would have more digits.
  return {
    tests: sum('tests'),
    failures: sum('failures'),
    errors: sum('errors'),
    time: Math.round(sum('time') * 1000) / 1000,
  };
}

const countText = (counts: Suite['counts']): string =>
  countNames.map((key) => ` ${key}="${counts[key]}"`).join('');
