import { isDeepStrictEqual } from 'node:util';
import type { GraphClient } from 'remote-graph-client/client';
import type { RunEvidence } from './evidence.ts';
import { toRunEvidence } from './run-evidence.ts';
import { isEdited, readThreadVersion, type ThreadVersion } from './thread-version.ts';

// A quiet thread is read cheaply most of the time: every so many reads, one also looks for edits.
const readsPerFullCheck = 4;

// The JavaScript server saves its data 3 s after the last request for them. A search of threads is no such request, so a quiet
// thread is watched by searches, and by other requests only this often. All threads have them at the same moments: if each had
// its own, the server would never be left alone long enough to save.
const savingPeriodMs = 10_000;

// What was read of a thread last.
export interface LastRead {
  readonly newestRun: RunEvidence | null;
  readonly hasAllRuns: boolean;
}

// Notices that a thread without an active run has changed since it was read, at the cost of one small request most of the time.
export class QuietThreadWatch {
  readonly #client: GraphClient;
  readonly #threadId: string;
  readonly #purpose: string;
  // By the server's version; see `savingPeriodMs`.
  #savesWhenIdle = false;
  // What the server said about the thread before the last read; `null` if it may have changed with a run since.
  #version: ThreadVersion | null = null;
  #unchangedReads = 0;
  // Counts periods of `savingPeriodMs`: the one of the last read.
  #period = 0;

  constructor(client: GraphClient, threadId: string, purpose: string) {
    this.#client = client;
    this.#threadId = threadId;
    this.#purpose = purpose;
  }

  // Only the newest run is asked for, so that it can be asked often: another client's run shows within a second. All runs and the
  // newest checkpoint are looked at less often, as they may be large: without a run, only edits change a thread.
  async isUnchanged({ newestRun, hasAllRuns }: LastRead, signal: AbortSignal): Promise<boolean> {
    this.#unchangedReads += 1;
    const isFullCheck = this.#unchangedReads % readsPerFullCheck === 0;
    // One that was left busy does not change when its next run begins.
    if (this.#savesWhenIdle && this.#version !== null && this.#version.status !== 'busy')
      return (
        this.#period === currentPeriod() && (await this.#hasSameVersion(this.#version, isFullCheck, signal))
      );
    if (isFullCheck || !hasAllRuns) return false;
    const [wire] = await this.#client.runs.list(
      this.#threadId,
      { limit: 1 },
      { signal, purpose: this.#purpose },
    );
    return isDeepStrictEqual(wire === undefined ? null : toRunEvidence(wire), newestRun);
  }

  beginRead(): void {
    this.#period = currentPeriod();
  }

  // What the server says of the thread, for `wasEdited`.
  async readVersion(savesWhenIdle: boolean, signal: AbortSignal): Promise<ThreadVersion | null> {
    this.#savesWhenIdle = savesWhenIdle;
    const options = { signal, purpose: this.#purpose };
    return readThreadVersion(this.#client, this.#threadId, savesWhenIdle, options);
  }

  // Whether somebody edited the thread between the last read and this one, if no run did. Keeps the version for the next read.
  wasEdited(version: ThreadVersion | null): boolean {
    const before = this.#version;
    this.#version = version;
    return before !== null && version !== null && isEdited(before, version, this.#savesWhenIdle);
  }

  // The read found something new.
  sawChange(): void {
    this.#unchangedReads = 0;
  }

  async #hasSameVersion(previous: ThreadVersion, withValues: boolean, signal: AbortSignal): Promise<boolean> {
    const options = { signal, purpose: this.#purpose };
    const version = await readThreadVersion(this.#client, this.#threadId, withValues, options);
    return (
      version !== null &&
      version.status === previous.status &&
      version.updatedAt === previous.updatedAt &&
      (!withValues || version.values === previous.values)
    );
  }
}

function currentPeriod(): number {
  return Math.floor(Date.now() / savingPeriodMs);
}
