// Reads a graph project and returns options to start the server with another data folder.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The server resolves graphs as `path:name` in its data folder and splits at the first colon, so an absolute
 * path with a drive letter is impossible. Each file of the project gets a one-line module under `cwd`
 * instead.
 */
async function link(cwd, projectFolder, spec, name) {
  const cut = spec.lastIndexOf(':');
  const file = resolve(projectFolder, spec.slice(0, cut));
  const exported = spec.slice(cut + 1);
  const inside = relative(projectFolder, file);
  if (inside.startsWith('..') || isAbsolute(inside)) throw new Error(`${spec} is outside of its project.`);
  const module = join('links', `${name}.mjs`);
  await writeFile(
    join(cwd, module),
    `export { ${exported} as linked } from ${JSON.stringify(pathToFileURL(file).href)};\n`,
  );
  return `./links/${name}.mjs:linked`;
}

/** Options for `startServer`: the graphs of `langgraph.json`, this machine only, any free port. */
export async function serverOptions(projectFolder, cwd) {
  const project = JSON.parse(await readFile(join(projectFolder, 'langgraph.json'), 'utf8'));
  await rm(join(cwd, 'links'), { recursive: true, force: true });
  await mkdir(join(cwd, 'links'), { recursive: true, mode: 0o700 });

  const graphs = {};
  for (const [id, spec] of Object.entries(project.graphs)) {
    graphs[id] = await link(cwd, projectFolder, spec, `graph-${id}`);
  }
  return {
    port: 0,
    host: '127.0.0.1',
    nWorkers: 10,
    cwd,
    graphs,
    auth: { ...project.auth, path: await link(cwd, projectFolder, project.auth.path, 'auth') },
    http: project.http,
  };
}
