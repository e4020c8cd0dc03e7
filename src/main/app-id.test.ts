import { expect, it } from 'vitest';
import { appId, setWindowsAppId } from './app-id.ts';

function idsSet(platform: NodeJS.Platform, isPackaged: boolean): string[] {
  const ids: string[] = [];
  const app = { isPackaged, setAppUserModelId: (id: string) => void ids.push(id) };
  setWindowsAppId(app, { platform, execPath: 'C:\\electron.exe' });
  return ids;
}

it('an installed studio tells Windows the ID of its shortcut, and one under development its program', () => {
  expect(idsSet('win32', true)).toEqual([appId]);
  expect(idsSet('win32', false)).toEqual(['C:\\electron.exe']);
  expect([...idsSet('linux', true), ...idsSet('darwin', true)]).toEqual([]);
});
