/**
 * The environment without what is only for the studio and its runtime: its token, and settings that would change how an
 * editor made with Electron starts.
 */
export function usersEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !/^(REMOTE_GRAPH_STUDIO_|ELECTRON_|NODE_OPTIONS$|CHROME_DESKTOP$)/i.test(name))
      environment[name] = value;
  }
  return environment;
}
