import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { HumanMessage } from '@langchain/core/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProjectTemplate } from '../../shared/model/project.ts';
import { studioPackages } from '../../testing/services/fake-project.ts';
import { readProject } from './read-project.ts';
import { writeTemplate } from './write-template.ts';

const templates = fileURLToPath(new URL('../../../resources/templates', import.meta.url));
const python = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'python3'))
  .find((path) => existsSync(path));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-template-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('templates', () => {
  it('are those of the contract', async () => {
    expect(await readdir(templates)).toEqual(ProjectTemplate.options.toSorted());
  });

  it.each(ProjectTemplate.options)(
    '%s is a project without problems, closed to web pages',
    async (template) => {
      const project = await readProject(await writeTemplate(join(templates, template), join(folder, 'new')));
      expect(project).toMatchObject({ problems: [], isOpenToWebPages: false, graphs: [{}] });
      expect(await readdir(join(folder, 'new'))).toContain('.gitignore');
    },
  );

  it('run without a key', async () => {
    const load = async (template: ProjectTemplate): Promise<Graph> => {
      const target = await writeTemplate(join(templates, template), join(folder, template));
      await symlink(studioPackages, join(target, 'node_modules'), 'junction');
      const module: { readonly graph: Graph } = await import(
        pathToFileURL(join(target, 'src/graph.js')).href
      );
      return module.graph;
    };
    const chat = await load('chat-javascript');
    const said = async (text: string) =>
      (
        (await chat.invoke({ messages: [new HumanMessage(text)] })) as { messages: { text: string }[] }
      ).messages.at(-1)?.text;
    expect(await said('hello')).toBe('You said: hello');
    expect(await said('What time is it?')).toMatch(/^It is /);
    const approval = await load('approval-javascript');
    expect(Object.keys(approval.nodes)).toEqual(['__start__', 'write', 'review', 'publish']);
  });

  it.runIf(python)('in Python compile', async () => {
    const target = await writeTemplate(join(templates, 'chat-python'), join(folder, 'python'));
    const code = 'import ast, sys; ast.parse(open(sys.argv[1]).read())';
    for (const file of ['agent.py', 'app.py'])
      await expect(promisify(execFile)(python ?? '', ['-c', code, join(target, file)])).resolves.toBeTruthy();
  });
});

interface Graph {
  readonly nodes: Readonly<Record<string, unknown>>;
  invoke(input: unknown): Promise<unknown>;
}

describe('writing', () => {
  const source = join(templates, 'chat-javascript');

  it('never overwrites, and writes nothing into a folder that is not empty', async () => {
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await expect(writeTemplate(source, folder)).rejects.toMatchObject({
      code: 'invalid-input',
      message: `The folder ${folder} is not empty.`,
    });
    expect(await readdir(folder)).toEqual(['notes.txt']);
    await rm(join(folder, 'notes.txt'));
    await mkdir(join(folder, '.git'));
    await writeTemplate(source, folder);
    expect(await readFile(join(folder, 'package.json'), 'utf8')).toContain('langgraph-cli');
  });

  it('removes what it wrote if it fails in between', async () => {
    // Both become the same file, so the second can't be written.
    const broken = join(folder, 'template');
    await mkdir(join(broken, 'a'), { recursive: true });
    for (const name of ['.gitignore', 'a/b.txt', 'gitignore']) await writeFile(join(broken, name), name);
    await expect(writeTemplate(broken, join(folder, 'new'))).rejects.toMatchObject({ code: 'storage' });
    expect(await readdir(folder)).toEqual(['template']);
  });

  it('refuses paths that are not whole or lead nowhere', async () => {
    await expect(writeTemplate(source, 'relative')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(writeTemplate(source, join(folder, 'no/such'))).rejects.toMatchObject({
      message: `There is no folder ${join(folder, 'no')}.`,
    });
  });
});
