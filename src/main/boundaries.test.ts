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

describe('the sources of the host', () => {
  it('E-1: load a page in one file only, which loads the start page', () => {
    expect(where(/\.loadURL\(/)).toEqual(['window/window.ts']);
    expect(where(/\.loadFile\(/)).toEqual([]);
    expect(sources.find(({ name }) => name === 'window/window.ts')?.text).toMatch(
      /\.loadURL\(parts\.source\.startUrl\)/,
    );
  });

  it('E-2: create windows in one file only, with the tested options', () => {
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

  it('E-14: never accept a certificate that Chromium rejected', () => {
    expect(where(/certificate/i)).toEqual([]);
  });

  it('E-17: use IPC in one file only, and expose no methods by name', () => {
    expect(where(/\.ipc\.|ipcMain\b/)).toEqual(['ipc-port.ts']);
    expect(where(/\.handle\(/)).toEqual(['bootstrap.ts']);
  });

  it('L-1: log through the scrubber of the services, bugs included', () => {
    const studio = sources.find(({ name }) => name === 'bootstrap.ts')?.text ?? '';
    expect(studio).toMatch(/const log = scrubbedLog\(write, \(text\) => scrubLog\(text\)\);/);
    expect(studio).toMatch(/\(\{ scrubLog \} = services\);/);
    expect(studio).toMatch(/onBug: createBugReporter\(log\)/);
    // Once where it is wrapped, once for the services, which scrub by themselves.
    expect(studio.match(/\bwrite\b/g)).toHaveLength(3);
  });

  it('import Electron as a value in three files, and only as types elsewhere', () => {
    expect(where(/^import (?!type)[^;]*from 'electron'/m)).toEqual([
      'bootstrap.ts',
      'index.ts',
      'window/window.ts',
    ]);
  });
});
