import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../paths.mjs';

/** Time limit for a start of the server, in milliseconds. */
const startMs = 60_000;

/**
 * Starts the demo server as it lies in a package, and from its source with all of its packages, and compares what they
 * say about every graph: its schemas and its drawing.
 * @param {string} packaged The package's folder of the built server.
 * @returns {Promise<import('./inspect.mjs').Finding>}
 */
export async function checkDemoServer(packaged) {
  const name = 'the demo server has every graph and schema without the packages that were left out';
  try {
    const [actual, expected] = await Promise.all([
      describeGraphs(join(packaged, 'entry.mjs'), join(packaged, 'demo'), 'packaged'),
      describeGraphs(inRoot('resources/demo-server/entry.mjs'), inRoot('resources/demo'), 'complete'),
    ]);
    const graphs = [...expected.keys()];
    const faults = graphs
      .filter((graph) => actual.get(graph) !== expected.get(graph))
      .map((graph) => `${graph} answers otherwise: ${actual.get(graph)?.slice(0, 300)}`);
    const missing = graphs.length === 0 ? ['The project has no graphs.'] : [];
    return { name, faults: [...faults, ...missing], note: graphs.join(', ') };
  } catch (error) {
    return { name, faults: [String(error)], note: '' };
  }
}

/**
 * What a server says about its graphs, as text by graph.
 * @param {string} entry @param {string} projectFolder @param {string} label
 */
async function describeGraphs(entry, projectFolder, label) {
  const dataFolder = inRoot('.cache', 'package-check', `demo-data-${label}`);
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  const token = randomBytes(24).toString('hex');
  // Not from the repository's folder, whose packages it would find.
  const child = fork(entry, [], {
    cwd: dataFolder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (/** @type {Buffer} */ chunk) => (log += chunk));
  try {
    const host = await /** @type {Promise<string>} */ (
      new Promise((resolve, reject) => {
        const fail = (/** @type {string} */ why) => reject(new Error(`The ${label} server ${why}.\n${log}`));
        const timer = setTimeout(() => fail(`did not start within ${startMs / 1000} s`), startMs);
        child.once('exit', (code) => fail(`ended with ${code}`));
        child.on('message', (/** @type {{ type: string, host?: string, text?: string }} */ message) => {
          if (message.type === 'failed') fail(`failed: ${message.text}`);
          if (message.type !== 'ready') return;
          clearTimeout(timer);
          resolve(message.host ?? '');
        });
        child.send({
          type: 'start',
          projectFolder,
          dataFolder,
          token,
          nonce: 'check',
        });
      })
    );
    const ask = async (/** @type {string} */ path) => {
      const answer = await fetch(`http://${host}${path}`, { headers: { authorization: `Bearer ${token}` } });
      return `${answer.status} ${await answer.text()}`;
    };
    const { graphs } = JSON.parse(readFileSync(join(projectFolder, 'langgraph.json'), 'utf8'));
    /** @type {Map<string, string>} */
    const answers = new Map();
    for (const graph of Object.keys(graphs)) {
      const [schemas, drawn, inner] = await Promise.all(
        ['schemas', 'graph?xray=true', 'subgraphs?recurse=true'].map((what) =>
          ask(`/assistants/${graph}/${what}`),
        ),
      );
      answers.set(graph, `${schemas}\n${drawn}\n${inner}`);
    }
    for (const [graph, answer] of answers)
      if (!answer.startsWith('200 '))
        throw new Error(`The ${label} server has no schemas of ${graph}: ${answer}`);
    return answers;
  } finally {
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
  }
}
