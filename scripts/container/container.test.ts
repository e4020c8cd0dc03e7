import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { readWebHostEnvironment } from '../../src/web-host/web-host-environment.ts';

const root = resolve(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'Containerfile'), 'utf8');
/** One instruction a line, without comments. */
const lines = text
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '');
const all = (word: string): string[] =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
/** What is in the image, without the stage that builds it. */
const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
const environment: Record<string, string> = Object.fromEntries(
  last
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])),
);

describe('Containerfile', () => {
  it('has no fault that a linter knows', () => {
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  it('is built on a fixed version of Node, as the studio needs it, and adds nothing from elsewhere', () => {
    expect(text).toMatch(/^ARG NODE_IMAGE=node:22\.\d+-bookworm-slim$/m);
    expect(all('FROM')).toEqual(['${NODE_IMAGE} AS build', '${NODE_IMAGE}']);
    expect(all('ADD')).toEqual([]);
    for (const line of all('COPY')) expect(line).not.toMatch(/https?:/);
    for (const install of text.match(/npm (?:ci|install)[^&\n]*/g) ?? []) {
      expect(install).toMatch(/^npm ci .*--ignore-scripts/);
    }
  });

  it('runs as a user who can change nothing but the data, from one process that gets the signals', () => {
    expect(last.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    const afterUser = last.slice(last.indexOf('USER node'));
    expect(afterUser.filter((line) => /^(?:RUN|COPY) /.test(line))).toEqual([]);
    expect(last).toContain(
      'COPY --from=build --chown=root:root /source/out/npm/remote-graph-studio /app/studio',
    );
    expect(last).toContain(`VOLUME ${environment['REMOTE_GRAPH_STUDIO_DATA']}`);
    for (const word of ['ENTRYPOINT', 'CMD']) {
      const [form = ''] = last.filter((line) => line.startsWith(`${word} `));
      expect(JSON.parse(form.slice(word.length + 1))).toBeInstanceOf(Array);
    }
  });

  it('sets an environment that the web host takes, and no secret', () => {
    expect(readWebHostEnvironment(environment)).toEqual({
      address: 'network',
      allowNetwork: true,
      port: 4983,
    });
    expect(last).toContain(`EXPOSE ${environment['REMOTE_GRAPH_STUDIO_PORT']}`);
    expect(Object.keys(environment).filter((name) => /TOKEN|KEY|SECRET|PASSWORD/.test(name))).toEqual([]);
  });

  it('checks its health with a script that is in the package', () => {
    const [, script = ''] = /^HEALTHCHECK .* CMD \["node", "\/app\/studio\/(.+)"\]$/m.exec(text) ?? [];
    expect(existsSync(join(root, script))).toBe(true);
  });
});

it('.dockerignore keeps what was built here, the history and keys out of the build', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  for (const path of ['node_modules', 'out', '.git', '.cache', '**/.env', '**/*.pem', '**/*.key']) {
    expect(ignored).toContain(path);
  }
});
