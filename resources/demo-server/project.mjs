// Reads a graph project and returns options to start the server with another data folder.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The server resolves graphs as `path:name` in its data folder and splits at the first colon, so an absolute
 * path with a drive letter is impossible. Each file of the project gets a module under `cwd` instead, which
 * exports what `wrap` makes of its export.
 */
async function link(cwd, projectFolder, spec, name, wrap = (exported) => exported) {
  const cut = spec.lastIndexOf(':');
  const file = resolve(projectFolder, spec.slice(0, cut));
  const exported = spec.slice(cut + 1);
  const inside = relative(projectFolder, file);
  if (inside.startsWith('..') || isAbsolute(inside)) throw new Error(`${spec} is outside of its project.`);
  const module = join('links', `${name}.mjs`);
  await writeFile(
    join(cwd, module),
    `import { ${exported} as exported } from ${JSON.stringify(pathToFileURL(file).href)};\nexport const linked = ${wrap('exported')};\n`,
  );
  return `./links/${name}.mjs:linked`;
}

/**
 * A graph for each run. The server sets the checkpointer of the graph that it has, none for a run without a thread, and
 * another run of that graph that has just begun then stores nothing.
 */
const graphOfEachRun = (graph) => `() => ${graph}.withConfig({})`;

/** Options for `startServer`: the graphs of `langgraph.json`, this machine only, any free port. */
export async function serverOptions(projectFolder, cwd) {
  const project = JSON.parse(await readFile(join(projectFolder, 'langgraph.json'), 'utf8'));
  await rm(join(cwd, 'links'), { recursive: true, force: true });
  await mkdir(join(cwd, 'links'), { recursive: true, mode: 0o700 });

  const graphs = {};
  for (const [id, spec] of Object.entries(project.graphs)) {
    graphs[id] = await link(cwd, projectFolder, spec, `graph-${id}`, graphOfEachRun);
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
