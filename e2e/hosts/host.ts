import type { Browser, Page, PlaywrightWorkerArgs } from 'playwright/test';

/** The program that a spec ran on, for reports. */
export type HostKind = 'web' | 'double' | 'electron';

/** A running studio with one window. */
export interface OpenStudio {
  readonly kind: HostKind;
  /** The kind with the versions of what it runs on, for the report. */
  readonly runsOn: string;
  /** The current window. */
  page(): Page;
  /** Closes the window and opens a new one on the same studio. */
  restartWindow(): Promise<Page>;
  /** Kills the studio with -9, like a power cut, and starts it again on the same data folder. */
  killAndRestart(onKilled?: () => void): Promise<Page>;
  /** Ends the studio and all of its processes. */
  close(): Promise<void>;
}

export interface HostRequest {
  /** An empty folder for the studio's data; passed as `REMOTE_GRAPH_STUDIO_DATA`. */
  readonly dataFolder: string;
  readonly playwright: PlaywrightWorkerArgs['playwright'];
  /** Starts the worker's browser on first use. Each studio opens its own context in it. */
  readonly browser: () => Promise<Browser>;
}

export type OpenHost = (request: HostRequest) => Promise<OpenStudio>;
