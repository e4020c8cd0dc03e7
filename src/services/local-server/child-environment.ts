/** What the demo server may see of the user's environment: where programs and temporary files are, language and time zone. */
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
  // One JSON object per line and no colours, so that the log can be read and shown.
  LOG_JSON: 'true',
  LOG_LEVEL: 'info',
  NO_COLOR: '1',
  LANGGRAPH_CLI_NO_ANALYTICS: '1',
};

/**
 * The whole environment of the demo server (row P-2). An allow-list, because LANGSMITH_* and LANGCHAIN_* would make runs
 * report to a service, NODE_OPTIONS would load code, and keys of other programs are none of its business.
 */
export function childEnvironment(own: Readonly<Record<string, string | undefined>>): Record<string, string> {
  // Windows compares names without regard to case.
  const wanted = new Set(passedOn.map((name) => name.toLowerCase()));
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && wanted.has(name.toLowerCase())) environment[name] = value;
  }
  return { ...environment, ...fixed };
}
