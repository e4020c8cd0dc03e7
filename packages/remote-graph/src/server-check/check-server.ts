import { anySignal } from '../async/abort-signals.ts';
import { randomUuid } from '../resources/random-uuid.ts';
import { CaseContext } from './case-context.ts';
import type { CheckCase } from './case.ts';
import { checkCases } from './cases/check-cases.ts';
import { Cleanup } from './cleanup.ts';
import { findGraphs } from './find-graphs.ts';
import { Finding, ServerCheckError } from './findings.ts';
import { identifyServer } from './identify-server.ts';
import { profileFormat, type CaseResult, type ServerProfile } from './profile.ts';
import type { GraphInRole, RoleChoices, RoleName } from './roles.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { scrub } from './scrub.ts';
import { WireClient } from './wire-client.ts';

const requestMs = 20_000;
const caseMs = 30_000;
const totalMs = 15 * 60_000;
const concurrency = 6;
const cleanupMs = 60_000;
const caseCleanupMs = 15_000;

export interface ServerCheckOptions {
  readonly url: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which graph plays which role, where it is not the reference graph. */
  readonly roles?: RoleChoices;
  /** Only cases whose id is one of these, or begins with one of them and a dot. */
  readonly only?: readonly string[];
  /** Replaces the name from `/info`. */
  readonly name?: string;
  /** Ends the check: nothing new begins, and what was made is removed. */
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  /** Without one, cases about webhooks are untested. */
  readonly receiver?: WebhookReceiver;
  readonly concurrency?: number;
  readonly limits?: {
    readonly requestMs?: number;
    readonly caseMs?: number;
    readonly totalMs?: number;
  };
  /** Called when a case ended, in no certain order. */
  readonly onCase?: (ended: EndedCase) => void;
}

export interface EndedCase {
  readonly case: CheckCase;
  readonly result: CaseResult;
  readonly durationMs: number;
}

export interface ServerCheckReport {
  readonly profile: ServerProfile;
  /** In the order of the cases. */
  readonly cases: readonly EndedCase[];
  /** What the check made and could not remove, in words. */
  readonly leftovers: readonly string[];
  /** Why it did not come to its end, or null. */
  readonly stopped: string | null;
}

/**
 * Tries the cases on a server and says how it does in each. Leaves nothing behind: what it makes is marked, and removed
 * also after a failure and after an abort. Throws a `ServerCheckError` when there is no server to check.
 */
export async function checkServer(options: ServerCheckOptions): Promise<ServerCheckReport> {
  const { limits = {} } = options;
  const headers = {
    ...options.headers,
    ...(options.apiKey === undefined ? {} : { 'x-api-key': options.apiKey }),
  };
  const secrets = Object.values(headers);
  const wire = new WireClient({
    url: validUrl(options.url),
    headers,
    fetch: options.fetch ?? fetch,
    timeoutMs: limits.requestMs ?? requestMs,
  });
  const cases = selected(options.only);
  const caller = options.signal ?? new AbortController().signal;
  const total = new AbortController();
  const totalLimitMs = limits.totalMs ?? totalMs;
  const timer = setTimeout(() => total.abort(), totalLimitMs);
  const signal = anySignal([caller, total.signal]);
  const marker = randomUuid();
  const cleanups: Cleanup[] = [];
  const ended = new Map<string, EndedCase>();
  try {
    const { server, needsKey } = await identifyServer(wire, secrets.length > 0, options.name, signal);
    const graphs = await findGraphs(wire, options.roles ?? {}, signal);
    const parts = { wire, marker, graphs, needsKey, receiver: options.receiver, signal, secrets };
    const runCase = caseRunner(parts, limits.caseMs ?? caseMs, cleanups);
    await inParallel(cases, options.concurrency ?? concurrency, async (one) => {
      if (signal.aborted) return;
      const result = await runCase(one);
      if (result === null) return;
      ended.set(one.id, result);
      options.onCase?.(result);
    });
    const leftovers = await removeAll(wire, marker, cleanups);
    const stopped = caller.aborted
      ? 'The check was stopped.'
      : total.signal.aborted
        ? `The check took longer than ${totalLimitMs / 1000} s.`
        : null;
    const report = cases.map(
      (one): EndedCase =>
        ended.get(one.id) ?? {
          case: one,
          result: { outcome: 'untested', detail: stopped ?? 'It was not tried.' },
          durationMs: 0,
        },
    );
    const profile: ServerProfile = {
      format: profileFormat,
      server,
      cases: Object.fromEntries(report.map(({ case: { id }, result }) => [id, result])),
    };
    return { profile, cases: report, leftovers, stopped };
  } catch (error) {
    if (caller.aborted || !total.signal.aborted) throw error;
    throw new ServerCheckError(
      `The server could not be looked at within ${totalLimitMs / 1000} s.`,
      'server',
    );
  } finally {
    clearTimeout(timer);
  }
}

function validUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new ServerCheckError(
      `"${scrub(url)}" is no address of a server. It begins with http:// or https://.`,
    );
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '') {
    throw new ServerCheckError('The address must have no user, no password, no "?" and no "#".');
  }
  return parsed.href;
}

function selected(only: readonly string[] | undefined): readonly CheckCase[] {
  if (only === undefined || only.length === 0) return checkCases;
  for (const name of only) {
    if (!checkCases.some(({ id }) => isNamed(id, name))) {
      throw new ServerCheckError(`There is no case "${name}".`);
    }
  }
  return checkCases.filter(({ id }) => only.some((name) => isNamed(id, name)));
}

function isNamed(id: string, name: string): boolean {
  return id === name || id.startsWith(`${name}.`);
}

// Runs a case to its result; null when the check was ended meanwhile.
function caseRunner(
  parts: {
    readonly wire: WireClient;
    readonly marker: string;
    readonly graphs: (role: RoleName) => GraphInRole;
    readonly needsKey: boolean;
    readonly receiver: WebhookReceiver | undefined;
    readonly signal: AbortSignal;
    readonly secrets: readonly string[];
  },
  defaultMs: number,
  cleanups: Cleanup[],
): (one: CheckCase) => Promise<EndedCase | null> {
  return async (one) => {
    const startedAt = performance.now();
    const cleanup = new Cleanup(parts.wire, parts.marker);
    cleanups.push(cleanup);
    const limit = new AbortController();
    const limitMs = Math.max(defaultMs, one.timeoutMs ?? 0);
    const timer = setTimeout(() => limit.abort(), limitMs);
    const signal = anySignal([parts.signal, limit.signal]);
    const waitFactor = Math.max(1, defaultMs / caseMs);
    const context = new CaseContext({ ...parts, signal, cleanup, waitFactor });
    let result: CaseResult;
    try {
      await one.run(context);
      const detail = scrub(context.losses.join('; '), parts.secrets);
      result = context.losses.length === 0 ? { outcome: 'yes' } : { outcome: 'less', detail };
    } catch (error) {
      if (parts.signal.aborted) return null;
      result = limit.signal.aborted
        ? { outcome: 'broken', detail: `no end within ${limitMs / 1000} s` }
        : resultOf(error, parts.secrets);
    } finally {
      clearTimeout(timer);
    }
    const durationMs = performance.now() - startedAt;
    await within(caseCleanupMs, (cleaning) => cleanup.removeMade(cleaning));
    return { case: one, result, durationMs };
  };
}

function resultOf(error: unknown, secrets: readonly string[]): CaseResult {
  if (error instanceof Finding) return { outcome: error.outcome, detail: scrub(error.message, secrets) };
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { outcome: 'broken', detail: scrub(`the case failed: ${text}`, secrets) };
}

async function removeAll(
  wire: WireClient,
  marker: string,
  cleanups: readonly Cleanup[],
): Promise<readonly string[]> {
  return within(cleanupMs, async (signal) => {
    const remaining = new Set<string>();
    for (const cleanup of cleanups) {
      for (const problem of await cleanup.removeMade(signal)) remaining.add(problem);
    }
    for (const problem of await new Cleanup(wire, marker).removeMarked(signal)) remaining.add(problem);
    return [...remaining];
  });
}

// Cleaning has a time limit of its own: it also happens after the check was ended.
async function within<T>(ms: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ms);
  try {
    return await act(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

async function inParallel<T>(
  items: readonly T[],
  count: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const work = async (): Promise<void> => {
    for (const item of queue) await act(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, count) }, work));
}
