import type { ConnectionHealth } from '../../../shared/model/connection.ts';
import type { HealthResult } from './health-check.ts';

/** Milliseconds until the next look: sooner at a server that is out of reach, so that its return is seen. */
const lookAgainMs = { reachable: 30_000, unreachable: 3_000, offline: 5_000 };
/** A server that answered so short a time ago is not looked at because of one request that it answers slowly: milliseconds. */
const trustMs = 5_000;
/** A server that sends and answers no look is looked at again so soon: milliseconds. */
const busyAgainMs = 5_000;

/** Knows how every connection is, and looks again by itself while somebody watches. */
export interface HealthMonitor {
  /** `connecting` until the first look is done. */
  get(id: string): ConnectionHealth;
  /** Looks now. Two that ask at the same time get the same look. */
  check(id: string): Promise<ConnectionHealth>;
  /**
   * A request was answered, or was not: when that does not fit what is known, it is looked at once, so that a lost network
   * is seen when it is lost (row C-13).
   */
  reportOutcome(id: string, answered: boolean): void;
  /**
   * Bytes came of a stream of events, also of an event that has not ended: the server lives, however long it takes to
   * answer anything else. A look that was under way and was not answered says nothing against that.
   */
  heard(id: string): void;
  /** A request waits for its answer for long: whether the server answers at all is looked at once. */
  reportSlowRequest(id: string): void;
  /** Forgets what is known, because the connection is another one now; looks at once when `watched`. */
  reset(id: string): void;
  /** Says what is known from elsewhere, such as that the demo server is starting; a look under way no longer counts. */
  set(id: string, findings: HealthResult): void;
  remove(id: string): void;
  /** While `true`, every connection of `ids` is looked at now and then. */
  setWatched(watched: boolean): void;
  stop(): void;
}

/** What a watch needs. `look` never rejects; `byItself` is true for a repeated look that nobody asked for. */
export interface HealthMonitorOptions {
  readonly ids: () => readonly string[];
  readonly runCheck: (id: string, byItself: boolean, signal: AbortSignal) => Promise<HealthResult>;
  readonly onChange: () => void;
  /** A server answers that did not before. */
  readonly onReconnected?: (id: string) => void;
}

interface Entry {
  health: ConnectionHealth;
  looked: boolean;
  /** When the last look at it ended, and when bytes of a stream came last, by a steady clock. */
  lookedAt: number;
  heardAt: number;
  running: { readonly result: Promise<ConnectionHealth>; readonly abort: AbortController } | null;
  timer: NodeJS.Timeout | null;
}

/** Makes a watch; it has no timer until it is watched, and its timers never keep the process alive. */
export function createHealthMonitor({
  ids,
  runCheck,
  onChange,
  onReconnected,
}: HealthMonitorOptions): HealthMonitor {
  const entries = new Map<string, Entry>();
  let watched = false;

  const entryOf = (id: string): Entry => {
    const known = entries.get(id);
    if (known) return known;
    const entry: Entry = {
      health: connecting(id),
      looked: false,
      lookedAt: -Infinity,
      heardAt: -Infinity,
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
    const delay = ms ?? lookAgainMs[state === 'unreachable' || state === 'offline' ? state : 'reachable'];
    entry.timer = setTimeout(() => void lookAt(id, true), delay);
    entry.timer.unref();
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

  const lookAt = (id: string, byItself: boolean): Promise<ConnectionHealth> => {
    const entry = entryOf(id);
    if (entry.running) return entry.running.result;
    const abort = new AbortController();
    const beganAt = performance.now();
    const settle = async (): Promise<ConnectionHealth> => {
      const findings = await runCheck(id, byItself, abort.signal);
      // The connection was changed meanwhile: this is about another server, and a newer look is on its way.
      if (abort.signal.aborted)
        return entries.has(id) ? lookAt(id, byItself) : { connectionId: id, ...findings };
      entry.running = null;
      const isContradicted = isAway(findings) && entry.heardAt > beganAt && !isAway(entry.health);
      if (isContradicted && entry.looked) schedule(id, entry, busyAgainMs);
      else learn(id, entry, findings);
      return entry.health;
    };
    entry.running = { result: settle(), abort };
    return entry.running.result;
  };

  return {
    get: (id) => entryOf(id).health,
    check: (id) => lookAt(id, false),
    reportOutcome(id, answered) {
      const entry = entries.get(id);
      if (!watched || !entry?.looked || entry.running) return;
      if (answered === isAway(entry.health)) void lookAt(id, true);
    },
    heard(id) {
      const entry = entries.get(id);
      if (entry) entry.heardAt = performance.now();
    },
    reportSlowRequest(id) {
      const entry = entries.get(id);
      if (!watched || !entry?.looked || entry.running || isAway(entry.health)) return;
      if (performance.now() - Math.max(entry.lookedAt, entry.heardAt) >= trustMs) void lookAt(id, true);
    },
    reset(id) {
      drop(id);
      if (watched) void lookAt(id, false);
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
        // The last look may be from long ago, when nobody watched.
        if (!entry.timer) void lookAt(id, entry.looked);
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

function connecting(connectionId: string): ConnectionHealth {
  return { connectionId, state: 'connecting', latencyMs: null, server: null, problem: null };
}
