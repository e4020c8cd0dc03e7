import { AppError } from '../../shared/app-error.ts';
import type { Projects } from './create-projects.ts';

/**
 * In place of projects while others on the network can reach the studio: a project reads folders of the computer that
 * runs it, and starts programs there.
 */
export function refusedProjects(): Projects {
  const refusal = (): AppError =>
    new AppError('forbidden', 'Projects are off while the studio is open to the network.', {
      hint: 'They read folders and start programs on the computer that runs the studio. Start it there without --allow-network.',
    });
  const refuse = (): Promise<never> => Promise.reject(refusal());
  // eslint-disable-next-line require-yield
  async function* refuseStream(): AsyncGenerator<never> {
    throw refusal();
  }
  return {
    calls: {
      'projects.suggestFolders': refuse,
      'projects.open': refuse,
      'projects.refresh': refuse,
      'projects.create': refuse,
      'projects.install': refuse,
      'projects.saveSettings': refuse,
      'projects.remove': refuse,
      'projects.start': refuse,
      'projects.stop': refuse,
      'projects.previewAttach': refuse,
      'projects.writeAttach': refuse,
    },
    streams: { 'projects.watch': refuseStream, 'projects.log': refuseStream },
    readNow: refuse,
    stop: async () => undefined,
  };
}
