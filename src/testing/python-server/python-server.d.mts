import type { ChildProcess } from 'node:child_process';

export interface PythonProject {
  /** Folder of its data, and of the configuration that is written there. */
  readonly cwd: string;
  /** Files and what they export, as `/folder/file.py:name`, by the graph's name. */
  readonly graphs: Readonly<Record<string, string>>;
  /** The same for users, and for own routes. */
  readonly auth?: string | undefined;
  readonly app?: string | undefined;
  /** Whether it lets no page of a browser in. */
  readonly closed?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** One of the system's if there is none. */
  readonly port?: number | undefined;
}

export interface PythonServer {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** What it has written, its log and its errors. */
  output(): string;
  /** Kills it and waits for its end. */
  stop(): Promise<void>;
}

/** The program `python` of the environment that `scripts/lib/python-servers.mjs` makes. */
export const python: string;

/**
 * Starts the official Python server (`langgraph dev`) on loopback, offline, from the environment that
 * `npm run test:servers` has made, and waits until it answers.
 */
export function startPythonServer(project: PythonProject): Promise<PythonServer>;
