import { rm } from 'node:fs/promises';
import { lockFolder } from '../../services/storage/folder-lock.ts';
import { openDataFolder } from '../../web-host/data-folder.ts';
import type { CommandRun } from '../context.ts';
import { demoFolder } from '../demo/demo-resources.ts';
import { exitCodes } from '../exit-codes.ts';

export const run: CommandRun = async (_args, context) => {
  const { path } = await openDataFolder();
  // An open studio may be running the demo server from there.
  const lock = await lockFolder(path, `command line, process ${process.pid}`);
  try {
    await rm(demoFolder(path), { recursive: true, force: true });
  } finally {
    await lock.release();
  }
  if (context.json) context.terminal.printJson({ installed: false });
  else context.terminal.print('The packages of the demo server are removed.');
  return exitCodes.ok;
};
