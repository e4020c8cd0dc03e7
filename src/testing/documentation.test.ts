import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paletteCommands } from '../renderer/commands/palette-commands.ts';
// Plain JavaScript, which VitePress reads, too.
import { sidebar } from '../../docs/.vitepress/config.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));

/** Path of a page of the site, as the sidebar has it. */
const sitePath = (path: string): string => path.replace(/^docs\//, '').replace(/\.md$/, '');
const sitePages = pages.filter((path) => path.startsWith('docs/'));
const sections = sidebar.map(({ text, items }) => ({
  text,
  pages: items.map(({ link }) => link.replace(/^\//, '') || 'index'),
}));
/** Pages for people who use the studio. */
const userPages = sections
  .filter(({ text }) => text !== 'Development')
  .flatMap((section) => section.pages.map((page) => `docs/${page}.md`));

/** Without code, whose brackets are no links. */
function prose(text: string): string {
  return text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '').replaceAll(/`[^`\n]*`/g, 'code');
}

/** Targets of links and pictures. */
function targets(text: string): string[] {
  const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)];
  const pictures = [...prose(text).matchAll(/ (?:src|srcset)="([^"]+)"/g)];
  return [...links, ...pictures].map(([, target = '']) => target);
}

/** Anchors of the headings, made as GitHub and VitePress make them for the characters that our headings have. */
function anchors(text: string): string[] {
  const headings = text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}

/** What is wrong with a link on a page; `null` if it leads somewhere. */
function linkProblem(page: string, target: string): string | null {
  if (/^[a-z]+:/i.test(target)) return null;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, file))) return `${page}: ${target} does not exist`;
  if (anchor === undefined) return null;
  const isPage = file.endsWith('.md') && statSync(join(root, file)).isFile();
  return isPage && anchors(read(file)).includes(anchor) ? null : `${page}: ${target} has no such heading`;
}

describe('links', () => {
  it('of all pages lead to files and headings that exist', () => {
    const links = pages.flatMap((page) => targets(read(page)).map((target) => [page, target] as const));
    expect(links.length).toBeGreaterThan(100);
    const problems = links.map(([page, target]) => linkProblem(page, target));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  it('are found to be dead if their file or heading is missing', () => {
    expect(linkProblem('docs/index.md', 'strat.md')).toMatch('does not exist');
    expect(linkProblem('docs/index.md', 'configuration.md#data-foldr')).toMatch('no such heading');
    expect(linkProblem('docs/index.md', 'configuration.md#data-folder')).toBeNull();
  });
});

describe('the documentation site', () => {
  it('has each page in its sidebar once, but decisions, which their list leads to', () => {
    const listed = sections.flatMap((section) => section.pages);
    const expected = sitePages.map(sitePath).filter((path) => !/^decisions\/\d/.test(path));
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });

  it('lists the keys that commands have', () => {
    const rows = [...read('docs/keys.md').matchAll(/^\| `([^`]+)` +\| (.+?) +\|$/gm)].map(
      ([, keys, title]) => [keys, title],
    );
    const expected = Object.values(paletteCommands).flatMap(({ keys, title }) =>
      keys === undefined ? [] : [[keys, title]],
    );
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });

  it('names only scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...userPages, 'README.md', 'CONTRIBUTING.md'].flatMap((page) =>
      [...read(page).matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(20);
    const ofNpm = new Set(['install', 'ci', 'pack']);
    expect(named.filter((name) => !(name in scripts) && !ofNpm.has(name))).toEqual([]);
  });

  it('has no code to copy that needs a published package while there is none', () => {
    expect(read('CHANGELOG.md')).toContain('Nothing has been released yet.');
    const blocks = [...userPages, 'README.md', 'CONTRIBUTING.md'].flatMap((page) =>
      [...read(page).matchAll(/^( *)```[\s\S]*?^\1```$/gm)].map(([block]) => ({ page, block })),
    );
    expect(blocks.length).toBeGreaterThan(20);
    const advised = blocks.filter(({ block }) => /npx remote-graph-studio|"npx"/.test(block));
    expect(advised).toEqual([]);
  });

  it('names only files of the repository that exist', () => {
    const named = [...sitePages, 'README.md', 'CONTRIBUTING.md', 'src/README.md', 'bench/README.md'].flatMap(
      (page) =>
        [...read(page).matchAll(/`((?:src|packages|e2e|bench|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => [
          page,
          path,
        ]),
    );
    expect(named.length).toBeGreaterThan(50);
    // Paths of these pages start at `src`, or at one of the other folders of the root.
    const short = ['docs/architecture.md', 'docs/glossary.md', 'docs/where-is.md'].flatMap((page) =>
      [...read(page).matchAll(/`((?!src\/)[a-z][\w-]*\/[\w./-]+)`/g)].map(([, path = '']) => [
        page,
        /^(?:packages|packaging|scripts|e2e|resources)\//.test(path) ? path : `src/${path}`,
      ]),
    );
    expect(short.length).toBeGreaterThan(200);
    const missing = [...named, ...short].filter(([, path = '']) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });
});

describe('the version of the JavaScript development server', () => {
  /** npm installs 2.0.0 by default, which is older than 1.5, and on which most runs fail. */
  const advisable = /^@1\.5(?![\d.])/;

  it('is named wherever a command installs or runs it', () => {
    const lines = execFileSync('git', ['grep', '-hF', '@langchain/langgraph-cli', '--', ':!package*.json'], {
      cwd: root,
      encoding: 'utf8',
    }).split('\n');
    const commands = lines.flatMap((line) => [
      ...line.matchAll(/(?:npx|npm i|npm install|add) (?:-[\w-]+ )*@langchain\/langgraph-cli(\S*)/g),
    ]);
    expect(commands.length).toBeGreaterThan(3);
    expect(
      commands.filter(([, version = '']) => !advisable.test(version)).map(([command]) => command),
    ).toEqual([]);
  });

  it('is kept by the templates', () => {
    const templates = readdirSync(join(root, 'resources/templates'))
      .map((name) => `resources/templates/${name}/package.json`)
      .filter((path) => existsSync(join(root, path)));
    expect(templates.length).toBeGreaterThan(1);
    for (const path of templates) {
      const { devDependencies } = JSON.parse(read(path)) as { devDependencies: Record<string, string> };
      expect([path, devDependencies['@langchain/langgraph-cli']]).toEqual([path, '~1.5.1']);
      expect(read(join(dirname(path), 'README.md'))).toContain('2.0.0');
    }
  });
});
