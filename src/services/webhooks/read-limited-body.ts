import type { IncomingMessage } from 'node:http';

/** Bytes that all requests together may hold while they are being received. */
export interface BodyBudget {
  take(bytes: number): boolean;
  release(bytes: number): void;
}

/** Budgets of single servers within one for all, so that no server can take all of it. */
export function createBodyBudgets(
  limit: number,
  limitPerServer: number,
): (connectionId: string) => BodyBudget {
  const all = createBodyBudget(limit);
  return perServer(() => {
    const own = createBodyBudget(limitPerServer);
    return {
      take(bytes) {
        if (!own.take(bytes)) return false;
        if (all.take(bytes)) return true;
        own.release(bytes);
        return false;
      },
      release(bytes) {
        own.release(bytes);
        all.release(bytes);
      },
    };
  });
}

function createBodyBudget(limit: number): BodyBudget {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > limit) return false;
      taken += bytes;
      return true;
    },
    release(bytes) {
      taken -= bytes;
    },
  };
}

/** One of something for each server. There are never more than connections, because only known tokens get this far. */
export function perServer<T>(make: () => T): (connectionId: string) => T {
  const made = new Map<string, T>();
  return (connectionId) => {
    const one = made.get(connectionId) ?? make();
    made.set(connectionId, one);
    return one;
  };
}

/**
 * The body of a request, read to its end (row W-4). `too-large` as soon as it is longer than `limit`, `no-room` when
 * there is no budget for it, `gone` when the sender left.
 */
export function readLimitedBody(
  request: IncomingMessage,
  limit: number,
  budget: BodyBudget,
): Promise<Buffer | 'too-large' | 'no-room' | 'gone'> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (outcome: Buffer | 'too-large' | 'no-room' | 'gone'): void => {
      request.off('data', take);
      budget.release(size);
      size = 0;
      resolve(outcome);
    };
    const take = (part: Buffer): void => {
      if (size + part.length > limit) return finish('too-large');
      if (!budget.take(part.length)) return finish('no-room');
      size += part.length;
      parts.push(part);
    };
    request.on('data', take);
    request.once('end', () => finish(Buffer.concat(parts)));
    request.once('error', () => finish('gone'));
    request.once('close', () => finish('gone'));
  });
}
