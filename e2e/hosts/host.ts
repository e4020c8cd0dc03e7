import type { Browser, Page, PlaywrightWorkerArgs } from 'playwright/test';

/** Which program a spec really ran on; reports say it. */
export type HostKind = 'web' | 'double' | 'electron';

/** A running studio with one window, as a host opens it for the specs. */
export interface OpenStudio {
  readonly kind: HostKind;
  /** The window that is open now. */
  page(): Page;
  /** Closes the window and opens a new one on the same running studio. */
  restartWindow(): Promise<Page>;
  /** Kills the studio with -9, as a power cut would, and starts it again on the same data folder. */
  killAndRestart(): Promise<Page>;
  /** Ends the studio and everything that it started. */
  close(): Promise<void>;
}

/** What a host is given to open a studio. */
export interface HostRequest {
  /** Empty folder for everything that this studio keeps; handed over as `REMOTE_GRAPH_STUDIO_DATA`. */
  readonly dataFolder: string;
  readonly playwright: PlaywrightWorkerArgs['playwright'];
  /** Starts the worker's own browser when it is first asked for. Each studio opens a context of its own in it. */
  readonly browser: () => Promise<Browser>;
}

export type OpenHost = (request: HostRequest) => Promise<OpenStudio>;
