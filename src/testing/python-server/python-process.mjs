import { once } from 'node:events';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** @type {typeof import('./python-process.d.mts').untilItAnswers} */
export async function untilItAnswers(child, { name, url, port, startMs }) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  };
  const giveUp = Date.now() + startMs;
  while (!(await answers(url))) {
    const how = child.exitCode ?? child.signalCode;
    if (how !== null) throw new Error(`${name} ended with ${how} at its start:\n${output}`);
    if (Date.now() > giveUp) {
      await stop();
      throw new Error(`${name} did not answer within ${startMs / 1000} s:\n${output}`);
    }
    await delay(100);
  }
  return { url, port, child, stop, output: () => output };
}

/** @param {string} url */
async function answers(url) {
  // Public, also on a server with users.
  return fetch(`${url}/info`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** @type {typeof import('./python-process.d.mts').freePort} */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no port.');
  return address.port;
}

// What would make a server call out, or use another database.
const callsOut = /^(LANGSMITH|LANGCHAIN|LANGGRAPH|OTEL|VITEST|POSTGRES|DATABASE)/;

/** @type {typeof import('./python-process.d.mts').pythonEnvironment} */
export function pythonEnvironment() {
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !callsOut.test(name))),
    LANGSMITH_TRACING: 'false',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONPATH: [join(import.meta.dirname, 'graphs'), join(import.meta.dirname, 'demo')].join(delimiter),
    PYTHONUNBUFFERED: '1',
    NO_COLOR: '1',
  };
}
