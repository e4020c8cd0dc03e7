/** Which server of the API the tests of real servers run on: `npm run test:servers` asks for Python. */
export const serverLanguage: 'javascript' | 'python' =
  process.env['GRAPH_SERVER'] === 'python' ? 'python' : 'javascript';
