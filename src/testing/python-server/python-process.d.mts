import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { PythonServer } from './python-server.d.mts';

/** Waits until a server answers that was just started. One that ends, or takes too long, is an error with its output. */
export function untilItAnswers(
  child: ChildProcessWithoutNullStreams,
  server: { readonly name: string; readonly url: string; readonly port: number; readonly startMs: number },
): Promise<PythonServer>;

/** A port of the system on loopback. */
export function freePort(): Promise<number>;

/** The environment without what would make a server call out, and with the graphs to import. */
export function pythonEnvironment(): Record<string, string | undefined>;
