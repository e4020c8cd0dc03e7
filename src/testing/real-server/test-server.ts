/** Servers of the API that tests run on. `javascript` is the one that the studio brings along, 1.5.1. */
export const testServers = ['javascript', 'python', 'js-2.0.0', 'pure-graph', 'aegra'] as const;

export type TestServer = (typeof testServers)[number];

/** The one of this run: `npm run test:servers` names each of them in turn. */
export const testServer: TestServer = serverNamed(process.env['GRAPH_SERVER'] ?? 'javascript');

function serverNamed(name: string): TestServer {
  const server = testServers.find((candidate) => candidate === name);
  if (server === undefined) throw new Error(`GRAPH_SERVER is one of ${testServers.join(', ')}, not ${name}.`);
  return server;
}

/** The language of a server's graphs. */
export function languageOf(server: TestServer): 'javascript' | 'python' {
  return server === 'python' || server === 'aegra' ? 'python' : 'javascript';
}
