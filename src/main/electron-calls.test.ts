import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/electron.md'), 'utf8');

/** What the sources call Electron's objects, and what its documentation calls them. */
const objects: Readonly<Record<string, string>> = {
  app: 'app',
  BrowserWindow: 'BrowserWindow',
  child: 'child',
  contents: 'webContents',
  contextBridge: 'contextBridge',
  defaultSession: 'session',
  dialog: 'dialog',
  ipcRenderer: 'ipcRenderer',
  Menu: 'Menu',
  nativeTheme: 'nativeTheme',
  net: 'net',
  protocol: 'protocol',
  safeStorage: 'safeStorage',
  screen: 'screen',
  session: 'session',
  shell: 'shell',
  storage: 'safeStorage',
  utilityProcess: 'utilityProcess',
  webContents: 'webContents',
  window: 'BrowserWindow',
};

/** Calls of Electron's objects in a text without its comments and imports. */
function callsIn(source: string): string[] {
  const text = source.replaceAll(/\/\*[^]*?\*\/|\/\/.*|^import .*$/gm, '');
  const names = Object.keys(objects).join('|');
  return [...text.matchAll(new RegExp(String.raw`\b(${names})\s*\??\.(?=(\w+))`, 'g'))].map(
    ([, object = '', member = '']) => `${objects[object] ?? object}.${member}`,
  );
}

const used = new Set(
  ['src/main', 'src/preload'].flatMap((folder) =>
    readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => callsIn(readFileSync(join(root, folder, name), 'utf8'))),
  ),
);

const lines = page.split('\n').filter((line) => line.startsWith('| `'));
const cells = lines.map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()));
const listed = cells.flatMap(([calls = '']) =>
  [...calls.matchAll(/`([\w.]+)`/g)].map(([, call = '']) => call),
);

describe('docs/electron.md', () => {
  it('has a line for each call of Electron that the program makes', () => {
    expect([...used].filter((call) => !listed.includes(call))).toEqual([]);
  });

  it('has no line for a call that the program does not make, and none twice', () => {
    expect(listed.filter((call) => !used.has(call))).toEqual([]);
    expect(listed).toHaveLength(new Set(listed).size);
  });

  it('states for each call what happens without a response, and names the test', () => {
    expect(cells.filter((line) => line.length !== 4 || line.some((cell) => cell === ''))).toEqual([]);
    const shownBy = cells.flatMap(([, , , files = '']) => files.split(', '));
    expect(shownBy.filter((file) => file !== 'real Electron' && !existsSync(join(root, file)))).toEqual([]);
  });

  it('finds a call however it is written', () => {
    expect(
      callsIn(
        "import { app } from 'x.ts';\n// app.dock\nwindow?.show(); session.defaultSession.flush; app\n  .quit()",
      ),
    ).toEqual(['BrowserWindow.show', 'session.defaultSession', 'session.flush', 'app.quit']);
  });
});
