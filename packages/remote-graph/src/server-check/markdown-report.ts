import type { ServerCheckReport } from './check-server.ts';
import { featureSupport } from './feature-support.ts';
import { featureIds, features } from './features.ts';
import { serverLine, summary } from './human-report.ts';

/** The same table in Markdown, for a pull request or a wiki. */
export function markdownReport({ profile, cases }: ServerCheckReport): string {
  const rows = featureIds.flatMap((feature) => {
    if (!cases.some((ended) => ended.case.feature === feature)) return [];
    const { support, lacks, untested } = featureSupport(profile, feature);
    const remarks = [...lacks, ...(support === 'untested' ? untested.slice(0, 1) : [])].map(
      ({ case: one, result }) => `\`${one.id}\` ${result.outcome}: ${result.detail ?? ''}`,
    );
    const { area, title } = features[feature];
    return [`| ${area} | ${cell(title)} | ${support} | ${remarks.map(cell).join('<br>')} |`];
  });
  const head = ['| Area | Feature | Support | What differs |', '| --- | --- | --- | --- |'];
  return `## ${cell(serverLine(profile.server))}\n\n${summary({ cases })}\n\n${[...head, ...rows].join('\n')}\n`;
}

// Text of a server in a cell of a table: no markup of its own.
function cell(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('|', '\\|')
    .replaceAll(/([[\]*_~])/g, '\\$1')
    .replaceAll('@', '@\u200b');
}
