export type ServerLanguage = 'javascript' | 'python';

/** Which server of the API the tests of real servers run on: `npm run test:servers` asks for Python. */
export const serverLanguage: ServerLanguage =
  process.env['GRAPH_SERVER'] === 'python' ? 'python' : 'javascript';
