import type { ServerCheckReport } from './check-server.ts';
import { featureSupport } from './feature-support.ts';
import { featureIds, features } from './features.ts';
import { outcomes, type Outcome } from './outcome.ts';

/** Colours a word of a report, or does not. */
export type Paint = (text: string, outcome: Outcome) => string;

const noPaint: Paint = (text) => text;

const signs = { yes: 'yes', less: 'less', no: 'no', untested: '-' } as const;
const colourOf = { yes: 'yes', less: 'less', no: 'missing', untested: 'untested' } as const;

/** A table for people: a row for each feature, and under it what is not as the reference says. */
export function humanReport({ profile, cases }: ServerCheckReport, paint: Paint = noPaint): string {
  const lines = [serverLine(profile.server)];
  const ids = new Set(cases.map(({ case: { id } }) => id));
  let area = '';
  for (const feature of featureIds) {
    const { support, lacks, untested } = featureSupport(profile, feature);
    const tried = cases.filter((ended) => ended.case.feature === feature);
    if (tried.length === 0) continue;
    if (features[feature].area !== area) {
      ({ area } = features[feature]);
      lines.push('', area);
    }
    lines.push(`  ${paint(signs[support].padEnd(5), colourOf[support])}${features[feature].title}`);
    for (const { case: one, result } of lacks) {
      lines.push(
        `         ${paint(result.outcome.padEnd(10), result.outcome)}${one.id}: ${result.detail ?? ''}`,
      );
    }
    for (const { case: one, result } of untested.filter((row) => ids.has(row.case.id))) {
      lines.push(`         ${paint('untested  ', 'untested')}${one.id}: ${result.detail ?? ''}`);
    }
  }
  return `${[...lines, '', summary({ cases })].join('\n')}\n`;
}

export function summary({ cases }: Pick<ServerCheckReport, 'cases'>): string {
  const counts = outcomes.map((outcome) => {
    const count = cases.filter(({ result }) => result.outcome === outcome).length;
    return count === 0 ? null : `${count} ${outcome}`;
  });
  return `${cases.length} cases: ${counts.filter((count) => count !== null).join(', ')}`;
}

export function serverLine({ name, version, versions }: ServerCheckReport['profile']['server']): string {
  const more = Object.entries(versions).map(([key, one]) => `${key.replaceAll('_', ' ')} ${one}`);
  return [`${name} ${version ?? '(version unknown)'}`, ...more].join(', ');
}
