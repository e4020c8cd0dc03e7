// Environment variables passed to the demo server and to projects: paths of programs and temporary files, language and time zone.
const passedOn = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'windir',
  'LANG',
  'LC_ALL',
  'TZ',
];

const fixed = {
  // One JSON object per line without colours, so that the log can be parsed.
  LOG_JSON: 'true',
  LOG_LEVEL: 'info',
  NO_COLOR: '1',
  LANGGRAPH_CLI_NO_ANALYTICS: '1',
};

// The demo server's whole environment, and the base of a project's. An allow-list, because LANGSMITH_* and LANGCHAIN_* would
// make runs report to a service, NODE_OPTIONS would load code, and other programs' keys are none of its
// business.
export function childEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  // Windows compares names case-insensitively.
  const passedNames = new Set(passedOn.map((name) => name.toLowerCase()));
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined && passedNames.has(name.toLowerCase())) environment[name] = value;
  }
  return { ...environment, ...fixed };
}
