import { installTool } from './install-tool.mjs';

/**
 * Servers of npm that the tests run on, beside the one that the studio brings along. Each has a folder in
 * `src/testing/npm-servers`.
 */
export const npmServers = Object.freeze(['js-2.0.0', 'pure-graph']);

/**
 * Installs a server into `.cache`, exactly as its lock file says, unless it is there.
 * @param {string} name @param {{ log: (line: string) => void }} options
 */
export async function installNpmServer(name, { log }) {
  await installTool({ name, source: `src/testing/npm-servers/${name}`, log });
}
