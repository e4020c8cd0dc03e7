import type { IncomingMessage } from 'node:http';

interface BodyBudget {
  take(bytes: number): boolean;
  release(bytes: number): void;
}

// Per-server budgets within a global one, so that no server can take all of it.
export function createBodyBudgets(
  limit: number,
  limitPerServer: number,
): (connectionId: string) => BodyBudget {
  const all = createBodyBudget(limit);
  return perServer(() => {
    const bodyBudget = createBodyBudget(limitPerServer);
    return {
      take(bytes) {
        if (!bodyBudget.take(bytes)) return false;
        if (all.take(bytes)) return true;
        bodyBudget.release(bytes);
        return false;
      },
      release(bytes) {
        bodyBudget.release(bytes);
        all.release(bytes);
      },
    };
  });
}

function createBodyBudget(limit: number): BodyBudget {
  let bytesRead = 0;
  return {
    take(bytes) {
      if (bytesRead + bytes > limit) return false;
      bytesRead += bytes;
      return true;
    },
    release(bytes) {
      bytesRead -= bytes;
    },
  };
}

// One instance per server. Bounded by the connections, because only known tokens get this far.
export function perServer<T>(make: () => T): (connectionId: string) => T {
  const entries = new Map<string, T>();
  return (connectionId) => {
    const one = entries.get(connectionId) ?? make();
    entries.set(connectionId, one);
    return one;
  };
}

// Reads a request's body. `too-large` as soon as it exceeds `limit`, `no-room` without budget,
// `gone` if the sender left.
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
