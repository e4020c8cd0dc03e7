import { ServerCheckError } from './findings.ts';
import { outcomes, type Outcome } from './outcome.ts';

// Increased when a profile is to be read in another way.
export const profileFormat = 1;

export interface CaseResult {
  readonly outcome: Outcome;
  /** What was lost, expected and came, or why it was not tried. None for `yes`. */
  readonly detail?: string;
}

/** What a server can do, without anything that varies from one check of it to the next: made to be committed and compared. */
export interface ServerProfile {
  readonly format: typeof profileFormat;
  readonly server: {
    readonly name: string;
    readonly version: string | null;
    /** Further versions that `/info` names, such as LangGraph's. */
    readonly versions: Readonly<Record<string, string>>;
  };
  readonly cases: Readonly<Record<string, CaseResult>>;
}

/** A profile as text: keys are sorted, one case is one line. */
export function formatProfile({ server, cases }: ServerProfile): string {
  const lines = Object.entries(cases)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, { outcome, detail }]) => {
      const detailText = detail === undefined ? '' : `, "detail": ${JSON.stringify(detail)}`;
      return `    ${JSON.stringify(id)}: { "outcome": "${outcome}"${detailText} }`;
    });
  const head = JSON.stringify(
    { format: profileFormat, server: { ...server, versions: sorted(server.versions) } },
    null,
    2,
  );
  return `${head.slice(0, -2)},\n  "cases": {\n${lines.join(',\n')}\n  }\n}\n`;
}

/** Reads a profile from text that anybody may have edited. Throws a `ServerCheckError` that says what is wrong. */
export function parseProfile(text: string): ServerProfile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ServerCheckError(
      `This is no profile: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (!isObject(value) || !isObject(value['server']) || !isObject(value['cases'])) {
    throw new ServerCheckError('This is no profile: it needs the members "server" and "cases".');
  }
  if (value['format'] !== profileFormat) {
    throw new ServerCheckError(
      `This profile has the format ${JSON.stringify(value['format'] ?? null)}, and this version reads format ${profileFormat}.`,
    );
  }
  const { name, version, versions } = value['server'];
  const cases = Object.entries(value['cases']).map(([id, result]) => [id, caseResultOf(id, result)] as const);
  return {
    format: profileFormat,
    server: {
      name: typeof name === 'string' ? name : 'unknown',
      version: typeof version === 'string' ? version : null,
      versions: isObject(versions)
        ? Object.fromEntries(
            Object.entries(versions).filter(
              (entry): entry is [string, string] => typeof entry[1] === 'string',
            ),
          )
        : {},
    },
    cases: Object.fromEntries(cases),
  };
}

function caseResultOf(id: string, result: unknown): CaseResult {
  const outcome = isObject(result) ? outcomes.find((name) => name === result['outcome']) : undefined;
  if (!isObject(result) || outcome === undefined) {
    throw new ServerCheckError(
      `This is no profile: the case "${id}" has none of the outcomes ${outcomes.join(', ')}.`,
    );
  }
  const { detail } = result;
  return typeof detail === 'string' ? { outcome, detail } : { outcome };
}

function sorted(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
