import { createServices, type StudioServices } from '../../services/create-services.ts';
import { lockFolder } from '../../services/storage/folder-lock.ts';
import { openDataFolder } from '../../web-host/data-folder.ts';
import { installationPaths } from '../../web-host/installation-paths.ts';
import { createNodePlatform } from '../../web-host/node-platform.ts';
import type { CliContext } from '../context.ts';

/**
 * Opens the stored data itself, which only one program at a time may change. Throws `AppError` (`storage`) while a studio
 * is open.
 */
export async function changeServers<T>(
  context: CliContext,
  work: (services: StudioServices) => Promise<T>,
): Promise<T> {
  const { path } = await openDataFolder();
  const lock = await lockFolder(path, `command line, process ${process.pid}`);
  const services = createServices(
    createNodePlatform({
      ...installationPaths(),
      dataFolder: path,
      isOpenToNetwork: false,
      log: (level, message) => {
        if (context.verbose) context.terminal.note(`${level}: ${message}`);
      },
    }),
  );
  context.terminal.scrubWith(services.scrub);
  try {
    return await work(services);
  } finally {
    await services.stop();
    await lock.release();
  }
}
