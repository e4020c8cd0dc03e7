import {
  featureIds,
  features,
  featureSupport,
  type FeatureSupport,
  type ServerProfile,
} from 'remote-graph-client/server-check';

/** A column of the table. */
export interface TableServer {
  readonly title: string;
  readonly profile: ServerProfile;
}

const words: Readonly<Record<FeatureSupport['support'], string>> = {
  yes: 'yes',
  less: 'less',
  no: 'no',
  untested: 'untested',
};

/**
 * How each server does in each feature, as Markdown: a table, and for each server what is less. Made from their profiles
 * alone.
 */
export function serverTable(servers: readonly TableServer[]): string {
  const head = ['Feature', ...servers.map(({ title }) => title)];
  const rows = featureIds.map((id) => [
    features[id].title,
    ...servers.map(({ profile }) => words[featureSupport(profile, id).support]),
  ]);
  const tried = rows.filter(([, ...cells]) => cells.some((cell) => cell !== 'untested'));
  return [...aligned(head, tried), ...servers.flatMap(details)].join('\n');
}

/** The parts that are missing, different or broken. */
function details({ title, profile }: TableServer): string[] {
  const lines = featureIds.flatMap((id) => {
    const { lacks } = featureSupport(profile, id);
    return lacks.map(({ case: one, result }) => {
      const why = result.detail === undefined ? '' : `: ${code(result.detail)}`;
      return `- ${features[id].title}: \`${one.id}\` is ${result.outcome}${why}`;
    });
  });
  const outcomes = Object.values(profile.cases).map(({ outcome }) => outcome);
  const passed = outcomes.filter((outcome) => outcome === 'yes').length;
  const untested = outcomes.filter((outcome) => outcome === 'untested').length;
  return [
    '',
    `### ${title}`,
    '',
    `${passed} of ${outcomes.length} cases are as expected, ${untested} could not be tried.`,
    '',
    ...lines,
  ];
}

/** The profiles have all of it. */
const maxDetailLength = 160;

/** What a server said, which may have any character of Markdown. */
function code(text: string): string {
  const plain = text.replaceAll('`', "'").replaceAll(/\s+/g, ' ').trim();
  return plain.length > maxDetailLength ? `\`${plain.slice(0, maxDetailLength)}...\`` : `\`${plain}\``;
}

function aligned(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(head), line(rule), ...rows.map(line)];
}
