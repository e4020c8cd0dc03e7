import type { EndedCase, ServerCheckReport } from './check-server.ts';
import { features } from './features.ts';

/** A report that continuous integration reads. `less` passes with a note; `untested` is skipped. */
export function junitReport({ profile, cases }: ServerCheckReport): string {
  const areas = [...new Set(cases.map((ended) => features[ended.case.feature].area))];
  const suites = areas.map((area) => {
    const endedCases = cases.filter((ended) => features[ended.case.feature].area === area);
    const failures = endedCases.filter(isFailure).length;
    const skipped = endedCases.filter(({ result }) => result.outcome === 'untested').length;
    const tests = endedCases.map((ended) => testCase(area, ended)).join('');
    return `  <testsuite name="${escape(area)}" tests="${endedCases.length}" failures="${failures}" skipped="${skipped}" time="${seconds(endedCases)}">\n${tests}  </testsuite>\n`;
  });
  const name = escape(`graph-server-check ${profile.server.name} ${profile.server.version ?? ''}`.trim());
  const failures = cases.filter(isFailure).length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}" tests="${cases.length}" failures="${failures}" time="${seconds(cases)}">\n${suites.join('')}</testsuites>\n`;
}

function testCase(area: string, ended: EndedCase): string {
  const { case: one, result } = ended;
  const detail = escape(result.detail ?? '');
  const head = `    <testcase classname="${escape(area)}" name="${escape(one.id)}" time="${seconds([ended])}"`;
  if (result.outcome === 'yes') return `${head}/>\n`;
  const body = isFailure(ended)
    ? `<failure type="${result.outcome}" message="${detail}">${escape(`${one.title} ${one.route}: ${one.reference}`)}</failure>`
    : result.outcome === 'untested'
      ? `<skipped message="${detail}"/>`
      : `<system-out>${detail}</system-out>`;
  return `${head}>${body}</testcase>\n`;
}

function isFailure({ result }: EndedCase): boolean {
  return result.outcome === 'different' || result.outcome === 'missing' || result.outcome === 'broken';
}

function seconds(cases: readonly EndedCase[]): string {
  return (cases.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000).toFixed(3);
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, '');
}
