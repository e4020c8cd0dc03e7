import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseProfile, type ServerProfile } from 'remote-graph-client/server-check';
import { serverTable } from './server-table.ts';

const root = join(import.meta.dirname, '../..');
const profileFolder = join(root, 'packages/remote-graph/src/server-check/profiles');
const page = join(root, 'docs/servers.md');

/** Columns of the table, in its order: files of the folder of profiles. */
const titles: Readonly<Record<string, string>> = {
  'python-0.16.7': 'Python 0.16.7',
  'javascript-1.5.1': 'JavaScript 1.5.1',
  'javascript-2.0.0': 'JavaScript 2.0.0',
  'aegra-0.11.0': 'Aegra 0.11.0',
  'pure-graph-3.3.3': 'pure-graph 3.3.3',
};

const profileOf = (name: string): ServerProfile =>
  parseProfile(readFileSync(join(profileFolder, `${name}.json`), 'utf8'));

const [start, end] = ['<!-- servers: start -->', '<!-- servers: end -->'];

describe('the page of servers', () => {
  it('has a column for each committed profile', () => {
    expect(readdirSync(profileFolder).toSorted()).toEqual(
      Object.keys(titles)
        .map((name) => `${name}.json`)
        .toSorted(),
    );
  });

  it('has the table that the committed profiles give: npm run test:servers -- --update-profiles writes it', async () => {
    const text = readFileSync(page, 'utf8');
    const [before = '', rest = ''] = text.split(start);
    const [, after = ''] = rest.split(end);
    const servers = Object.entries(titles).map(([name, title]) => ({ title, profile: profileOf(name) }));
    const current = `${before}${start}\n\n${serverTable(servers)}\n\n${end}${after}`;
    await expect(current).toMatchFileSnapshot(page);
  });
});

describe('the table of servers', () => {
  const profile = (cases: ServerProfile['cases']): ServerProfile => ({
    format: 1,
    server: { name: 'x', version: null, versions: {} },
    cases,
  });

  it('says yes, less, no and untested as the cases of a feature do, and names what is less', () => {
    const table = serverTable([
      {
        title: 'All',
        profile: profile({ 'threads.copy': { outcome: 'yes' }, 'threads.copy.history': { outcome: 'yes' } }),
      },
      {
        title: 'Some',
        profile: profile({
          'threads.copy': { outcome: 'yes' },
          'threads.copy.history': { outcome: 'different', detail: 'came `none`\n at all' },
        }),
      },
      {
        title: 'None',
        profile: profile({
          'threads.copy': { outcome: 'missing' },
          'threads.copy.history': { outcome: 'missing' },
        }),
      },
      { title: 'Untried', profile: profile({}) },
    ]);
    expect(table).toMatch(/^\| Threads: copy +\| yes +\| less +\| no +\| untested +\|$/m);
    expect(table).toContain("- Threads: copy: `threads.copy.history` is different: `came 'none' at all`");
    expect(table).not.toMatch(/^\| Store: items/m);
  });
});
