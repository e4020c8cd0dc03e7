import { join, resolve } from 'node:path';

export interface AppPaths {
  readonly profile: string;
  readonly data: string;
  readonly resources: string;
  readonly demoServer: string;
  readonly renderer: string;
  readonly preload: string;
  readonly manifest: string;
}

// `here`: folder of the built main file.
export interface PathInputs {
  readonly here: string;
  readonly packaged: boolean;
  readonly resourcesPath: string;
  readonly userData: string;
  // `REMOTE_GRAPH_STUDIO_DATA`: another folder for all data of this studio, including Chromium's profile.
  readonly chosenData: string | undefined;
}

export function resolvePaths({ here, packaged, resourcesPath, userData, chosenData }: PathInputs): AppPaths {
  const chosen = chosenData ? resolve(chosenData) : null;
  return {
    profile: chosen ? join(chosen, 'electron') : userData,
    data: chosen ?? join(userData, 'studio'),
    resources: packaged ? join(resourcesPath, 'resources') : resolve(here, '../../resources'),
    // A process of its own, which can't read what is in the archive.
    demoServer: packaged ? join(resourcesPath, 'resources/demo-server') : resolve(here, '../demo-server'),
    renderer: resolve(here, '../renderer'),
    preload: resolve(here, '../preload/index.cjs'),
    manifest: resolve(here, '../../package.json'),
  };
}
