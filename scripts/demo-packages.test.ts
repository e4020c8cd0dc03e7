import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { demoPackages } from './lib/demo-packages.mjs';

it('the demo server is installed in the locked versions, with their checksums, and nothing else is', () => {
  const { manifest, lock } = demoPackages();
  const all = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const { packages } = lock;
  const paths = Object.keys(packages).filter((path) => path !== '');
  expect(paths).toContain('node_modules/@langchain/langgraph-api');
  expect(paths.length).toBeGreaterThan(80);
  for (const path of paths) {
    expect(packages[path]?.version).toBe(all[path].version);
    expect(packages[path]?.integrity).toMatch(/^sha512-/);
  }
  for (const other of ['electron', 'vite', 'react', '@modelcontextprotocol/sdk']) {
    expect(paths).not.toContain(`node_modules/${other}`);
  }
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
  }
});
