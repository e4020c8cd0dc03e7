import type { ConnectionHealth } from '../../../shared/model/connection.ts';
import { toWireError } from '../../../shared/wire-error.ts';
import type { HealthResult } from './health-check.ts';

/** Interval of checks in milliseconds; shorter for unreachable servers, so that their return is noticed. */
export const recheckIntervals = { reachable: 30_000, unreachable: 3_000, offline: 5_000 };
// A slow request triggers a check only when the server has been silent for this time (milliseconds).
const trustMs = 5_000;
// Delay until a server that streams but did not answer a check is checked again (milliseconds).
const busyAgainMs = 5_000;

export interface HealthMonitor {
  // `connecting` until the first check is done.
  get(id: string): ConnectionHealth;
  // Checks now. Concurrent callers share one check.
  check(id: string): Promise<ConnectionHealth>;
  // Reports a request's outcome. If it contradicts the known state, the server is checked at once, so that a
  // lost network shows immediately.
  reportOutcome(id: string, answered: boolean): void;
  // Reports bytes of an event stream: the server is alive, however slow its other responses. An unanswered
  // check during that time does not count.
  recordResponse(id: string): void;
  // Reports a request that waits for long: checks whether the server responds at all, at once if it has been silent.
  reportSlowRequest(id: string): void;
  // Discards what is known, because the connection changed; checks at once if watched.
  reset(id: string): void;
  // Sets known health, e.g. that the demo server is starting; a pending check no longer counts.
  set(id: string, findings: HealthResult): void;
  remove(id: string): void;
  // While `true`, every connection of `ids` is checked periodically.
  setWatched(watched: boolean): void;
  stop(): void;
}

// `byItself` is true for a background check.
// - `onBug`: Why a check could not be made. Its server counts as unreachable until the next one.
// - `onReconnected`: A server responds that did not before.
interface HealthMonitorOptions {
  readonly ids: () => readonly string[];
  readonly runCheck: (id: string, byItself: boolean, signal: AbortSignal) => Promise<HealthResult>;
  readonly onChange: () => void;
  readonly onBug: (error: unknown) => void;
  readonly onReconnected?: (id: string) => void;
  readonly recheckMs?: typeof recheckIntervals;
}

interface Entry {
  health: ConnectionHealth;
  looked: boolean;
  // End of the last check and arrival of the last stream bytes, by a monotonic clock.
  lookedAt: number;
  lastResponseAt: number;
  running: { readonly result: Promise<ConnectionHealth>; readonly abort: AbortController } | null;
  timer: NodeJS.Timeout | null;
}

/** Has timers only while watched, which never keep the process alive. */
export function createHealthMonitor({
  ids,
  runCheck,
  onChange,
  onBug,
  onReconnected,
  recheckMs = recheckIntervals,
}: HealthMonitorOptions): HealthMonitor {
  const entries = new Map<string, Entry>();
  let watched = false;

  const entryOf = (id: string): Entry => {
    const existing = entries.get(id);
    if (existing) return existing;
    const entry: Entry = {
      health: connecting(id),
      looked: false,
      lookedAt: -Infinity,
      lastResponseAt: -Infinity,
      running: null,
      timer: null,
    };
    entries.set(id, entry);
    return entry;
  };
  const drop = (id: string): void => {
    const entry = entries.get(id);
    if (!entry) return;
    entry.running?.abort.abort();
    if (entry.timer) clearTimeout(entry.timer);
    entries.delete(id);
  };
  const schedule = (id: string, entry: Entry, ms?: number): void => {
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    if (!watched) return;
    const { state } = entry.health;
    const delay = ms ?? recheckMs[state === 'unreachable' || state === 'offline' ? state : 'reachable'];
    entry.timer = setTimeout(() => checkInBackground(id, true), delay);
    entry.timer.unref();
  };

  const checkInBackground = (id: string, byItself: boolean): void => {
    checkConnection(id, byItself).catch(onBug);
  };

  const learn = (id: string, entry: Entry, findings: HealthResult): void => {
    const before = entry.health.state;
    entry.looked = true;
    entry.lookedAt = performance.now();
    entry.health = { connectionId: id, ...findings };
    schedule(id, entry);
    onChange();
    if (before !== 'connected' && findings.state === 'connected') onReconnected?.(id);
  };

  const checkConnection = (id: string, byItself: boolean): Promise<ConnectionHealth> => {
    const entry = entryOf(id);
    if (entry.running) return entry.running.result;
    const abort = new AbortController();
    const startedAt = performance.now();
    const settle = async (): Promise<ConnectionHealth> => {
      const findings = await runCheck(id, byItself, abort.signal).catch((error: unknown) => {
        onBug(error);
        return notChecked(error);
      });
      // The connection changed: this result is about another server, and a newer check is on its way.
      if (abort.signal.aborted)
        return entries.has(id) ? checkConnection(id, byItself) : { connectionId: id, ...findings };
      entry.running = null;
      const isContradicted = isAway(findings) && entry.lastResponseAt > startedAt && !isAway(entry.health);
      if (isContradicted && entry.looked) schedule(id, entry, busyAgainMs);
      else learn(id, entry, findings);
      return entry.health;
    };
    entry.running = { result: settle(), abort };
    return entry.running.result;
  };

  return {
    get: (id) => entryOf(id).health,
    check: (id) => checkConnection(id, false),
    reportOutcome(id, answered) {
      const entry = entries.get(id);
      if (!watched || !entry?.looked || entry.running) return;
      if (answered === isAway(entry.health)) checkInBackground(id, true);
    },
    recordResponse(id) {
      const entry = entries.get(id);
      if (entry) entry.lastResponseAt = performance.now();
    },
    reportSlowRequest(id) {
      const entry = entries.get(id);
      if (!watched || !entry?.looked || entry.running || isAway(entry.health)) return;
      const silentMs = performance.now() - Math.max(entry.lookedAt, entry.lastResponseAt);
      if (silentMs >= trustMs) checkInBackground(id, true);
      // The request is reported only once, and a server may have frozen right after its last response.
      else schedule(id, entry, trustMs - silentMs);
    },
    reset(id) {
      drop(id);
      if (watched) checkInBackground(id, false);
    },
    set(id, findings) {
      const entry = entryOf(id);
      entry.running?.abort.abort();
      entry.running = null;
      learn(id, entry, findings);
    },
    remove: drop,
    setWatched(now) {
      watched = now;
      for (const id of now ? ids() : []) {
        const entry = entryOf(id);
        // The last check may be old if nobody watched.
        if (!entry.timer) checkInBackground(id, entry.looked);
      }
      if (now) return;
      for (const entry of entries.values()) {
        if (entry.timer) clearTimeout(entry.timer);
        entry.timer = null;
      }
    },
    stop() {
      watched = false;
      for (const id of entries.keys()) drop(id);
    },
  };
}

function isAway({ state }: Pick<ConnectionHealth, 'state'>): boolean {
  return state === 'unreachable' || state === 'offline';
}

function notChecked(error: unknown): HealthResult {
  return { state: 'unreachable', latencyMs: null, server: null, problem: toWireError(error) };
}

function connecting(connectionId: string): ConnectionHealth {
  return { connectionId, state: 'connecting', latencyMs: null, server: null, problem: null };
}
