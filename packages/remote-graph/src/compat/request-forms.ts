import { GraphServerError } from '../errors.ts';
import type { CallOptions } from '../http/http-client.ts';
import type { WireCheckpoint } from '../http/api-types.ts';
import type { ServerQuirks } from './server-quirks.ts';
import type { ServerTrait } from './server-traits.ts';

/**
 * Reads by POST on LangGraph's own servers and by GET first on others, with the other method as fallback.
 * `get` is `null` where no GET can express the query, and returns `null` for a response about something else.
 */
export async function readWithFallback<T>(
  quirks: ServerQuirks,
  options: CallOptions,
  get: (() => Promise<T | null>) | null,
  post: () => Promise<T>,
): Promise<T> {
  if (get === null) return post();
  if (await quirks.isOfficial(options)) {
    try {
      return await post();
    } catch (error) {
      const result = isRefusedRead(error) ? await orNullWhenRefused(get()) : null;
      if (result === null) throw error;
      return result;
    }
  }
  return (await orNullWhenRefused(get())) ?? post();
}

async function orNullWhenRefused<T>(answer: Promise<T | null>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusedRead(error)) return null;
    throw error;
  }
}

/**
 * `subgraphs` in the body of a state read: the JavaScript server takes only a text there (docs/protocol.md,
 * Reading a state).
 */
export function sendSubgraphsFlag<T>(
  quirks: ServerQuirks,
  isRequested: boolean,
  options: CallOptions,
  send: (flag: boolean | string | undefined) => Promise<T>,
): Promise<T> {
  return isRequested
    ? sendEitherForm(quirks, 'subgraphs', 'takesSubgraphsFlagAsText', 'true', true, options, send)
    : send(undefined);
}

/**
 * The end of a history page for all servers but the JavaScript one. The Python server's schema describes a checkpoint, but its
 * code reads a config and fails with 500 without one, so it gets both in one (docs/protocol.md, History).
 */
export function historyEnd(checkpoint: WireCheckpoint): HistoryBefore {
  return { ...checkpoint, configurable: checkpoint };
}

// A checkpoint, and the same as a config.
export interface HistoryBefore extends WireCheckpoint {
  readonly configurable: WireCheckpoint;
}

/**
 * `before` in the body of a history read: an id for the JavaScript server, a checkpoint for all others
 * (docs/protocol.md, History).
 */
export function sendHistoryBefore<T>(
  quirks: ServerQuirks,
  before: WireCheckpoint | undefined,
  options: CallOptions,
  send: (before: HistoryBefore | string | undefined) => Promise<T>,
): Promise<T> {
  if (before === undefined) return send(undefined);
  return sendEitherForm<HistoryBefore | string | undefined, T>(
    quirks,
    'before',
    'takesHistoryEndAsId',
    before.checkpoint_id ?? undefined,
    historyEnd(before),
    options,
    send,
  );
}

// Sends the form for this server, then the other one if the refusal names `member`.
async function sendEitherForm<F, T>(
  quirks: ServerQuirks,
  member: string,
  trait: ServerTrait,
  special: F,
  other: F,
  options: CallOptions,
  send: (form: F) => Promise<T>,
): Promise<T> {
  const isSpecial = await quirks.has(trait, options);
  try {
    return await send(isSpecial ? special : other);
  } catch (error) {
    if (!complainsAbout(error, member)) throw error;
    return send(isSpecial ? other : special);
  }
}

function complainsAbout(error: unknown, member: string): boolean {
  if (!(error instanceof GraphServerError) || (error.status !== 400 && error.status !== 422)) return false;
  return new RegExp(`\\b${member}\\b`).test(error.body);
}

function isRefusedRead(error: unknown): boolean {
  return error instanceof GraphServerError && [400, 404, 405, 422, 501].includes(error.status);
}
