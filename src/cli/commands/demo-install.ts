import { usualDataFolder } from '../../web-host/data-folder.ts';
import type { CommandRun } from '../context.ts';
import { installDemo, isDemoInstalled } from '../demo/install-demo.ts';
import { exitCodes } from '../exit-codes.ts';

export const run: CommandRun = async (_args, context) => {
  const dataFolder = usualDataFolder();
  const wasInstalled = await isDemoInstalled(dataFolder);
  if (!wasInstalled) await installDemo(dataFolder, context);
  if (context.json) context.terminal.printJson({ installed: true, wasInstalled });
  else
    context.terminal.print(
      wasInstalled ? 'The demo server is installed already.' : 'The demo server is installed.',
    );
  return exitCodes.ok;
};
