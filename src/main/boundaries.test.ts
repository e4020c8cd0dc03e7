import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = import.meta.dirname;
const sources = readdirSync(folder, { encoding: 'utf8', recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** Files in which a pattern occurs. */
const where = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

describe('what the host’s sources may do', () => {
  it('E-1: one place loads a page, and it loads the source’s start page', () => {
    expect(where(/\.loadURL\(/)).toEqual(['window/window.ts']);
    expect(where(/\.loadFile\(/)).toEqual([]);
    expect(sources.find(({ name }) => name === 'window/window.ts')?.text).toMatch(
      /\.loadURL\(parts\.source\.startUrl\)/,
    );
  });

  it('E-2: one place makes windows, with the tested options', () => {
    expect(where(/new (BrowserWindow|BaseWindow|WebContentsView)\b/)).toEqual(['window/window.ts']);
    expect(sources.find(({ name }) => name === 'window/window.ts')?.text).toMatch(
      /new BrowserWindow\(\s*windowOptions\(/,
    );
    expect(where(/app\.enableSandbox\(\)/)).toEqual(['index.ts']);
  });

  it('E-11: the tested privileges are the ones that are registered, before the program is ready', () => {
    expect(where(/registerSchemesAsPrivileged/)).toEqual(['index.ts']);
    const index = sources.find(({ name }) => name === 'index.ts')?.text ?? '';
    expect(index).toMatch(/registerSchemesAsPrivileged\(privilegedSchemes\)/);
    expect(index.indexOf('registerSchemesAsPrivileged(')).toBeLessThan(index.indexOf('whenReady()'));
  });

  it('E-14: nothing accepts a certificate that Chromium refused', () => {
    expect(where(/certificate/i)).toEqual([]);
  });

  it('E-17: one file touches IPC, and no one offers methods by name', () => {
    expect(where(/\.ipc\.|ipcMain\b/)).toEqual(['ipc-port.ts']);
    expect(where(/\.handle\(/)).toEqual(['bootstrap.ts']);
  });

  it('L-1: what the studio logs, of bugs too, goes through the scrubber of its services', () => {
    const studio = sources.find(({ name }) => name === 'bootstrap.ts')?.text ?? '';
    expect(studio).toMatch(/const log = scrubbedLog\(write, \(text\) => scrub\(text\)\);/);
    expect(studio).toMatch(/\(\{ scrub \} = services\);/);
    expect(studio).toMatch(/onBug: createBugReporter\(log\)/);
    // Once where it is wrapped, once for the services, which scrub by themselves.
    expect(studio.match(/\bwrite\b/g)).toHaveLength(3);
  });

  it('Electron is a value in the three files that compose, and only a type elsewhere', () => {
    expect(where(/^import (?!type)[^;]*from 'electron'/m)).toEqual([
      'bootstrap.ts',
      'index.ts',
      'window/window.ts',
    ]);
  });
});
