/** What the client must be able to do wherever it is installed: a module that Node, Deno, Bun and a browser run unchanged. */
export const clientRuntimeSmoke = `
import { GraphClient, rawTextOf } from 'remote-graph-client/client';

/** Runs a graph to its interrupt and to its end. Throws when anything is not as it should be. @param {string} url */
export async function smoke(url) {
  const client = new GraphClient({ url, apiKey: null });
  const { thread_id: thread } = await client.threads.create({ graphId: 'writer' });
  const run = client.runs.stream(thread, 'writer', { input: { text: 'tides' }, streamMode: ['updates'] });
  const events = [];
  for await (const { event } of run) events.push(event);
  expect(events.includes('updates'), \`events \${events}\`);

  const interrupted = await client.threads.getState(thread);
  expect(interrupted.next.length === 1, 'an interrupt');
  const resumed = client.runs.stream(thread, 'writer', {
    command: { resume: 'yes' },
    streamMode: ['values'],
  });
  for await (const { text } of resumed) JSON.parse(text);
  const done = await client.threads.getState(thread);
  expect(done.next.length === 0, 'an end');
  expect(/"log":\\s*\\["plan"/.test(rawTextOf(done)), 'the state as the server wrote it');

  const missing = await client.threads.get('00000000-0000-4000-8000-00000000dead').catch((error) => error);
  expect(missing instanceof Error && missing.name !== 'TypeError', 'an error with a name');
  return 'ok';
}

/** @param {boolean} condition @param {string} what */
function expect(condition, what) {
  if (!condition) throw new Error(\`Expected \${what}.\`);
}
`;
