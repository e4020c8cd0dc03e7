import { join, resolve } from 'node:path';

/** Where the program's own parts and the user's files lie. All absolute. */
export interface AppPaths {
  /** Chromium's profile; also what makes a second start find the first one. */
  readonly profile: string;
  /** Everything that the studio keeps. */
  readonly data: string;
  readonly resources: string;
  readonly renderer: string;
  readonly preload: string;
}

/** What the folders depend on. `here` is the folder of the built main file. */
export interface PathInputs {
  readonly here: string;
  readonly packaged: boolean;
  readonly resourcesPath: string;
  readonly userData: string;
  /** `REMOTE_GRAPH_STUDIO_DATA`: keeps everything of this studio, Chromium's profile too, in one other folder. */
  readonly chosenData: string | undefined;
}

/** Finds the folders once, at start. */
export function resolvePaths({ here, packaged, resourcesPath, userData, chosenData }: PathInputs): AppPaths {
  const chosen = chosenData ? resolve(chosenData) : null;
  return {
    profile: chosen ? join(chosen, 'electron') : userData,
    data: chosen ?? join(userData, 'studio'),
    resources: packaged ? join(resourcesPath, 'resources') : resolve(here, '../../resources'),
    renderer: resolve(here, '../renderer'),
    preload: resolve(here, '../preload/index.cjs'),
  };
}
