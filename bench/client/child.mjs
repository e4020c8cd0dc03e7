import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a part of a bench in a process of its own and gives the JSON that it prints. @param {string} file @param {readonly (string | number)[]} [args] */
export async function inChild(file, args = []) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    said += piece;
  });
  const code = await new Promise((ended) => child.on('close', ended));
  if (code !== 0) throw new Error(`${file} ended with ${code}.`);
  return JSON.parse(said.slice(said.lastIndexOf('\n', said.length - 2) + 1));
}

/** Starts a server of the benches; `stop` ends it. @param {string} [file] @param {readonly string[]} [args] @returns {Promise<{ url: string, stop: () => void }>} */
export function startServer(file = 'server-child.mjs', args = []) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((started, failed) => {
    child.on('close', () => failed(new Error('The server of the bench ended.')));
    child.stdout.setEncoding('utf8').once('data', (line) => {
      started({ url: String(line).trim(), stop: () => child.kill() });
    });
  });
}
