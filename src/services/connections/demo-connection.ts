import { AppError } from '../../shared/app-error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { LocalServerStatus } from '../../shared/model/local-server.ts';
import { failedHealth, type HealthResult } from './server-facts/health-check.ts';

export const demoConnectionId = 'demo';

export function toDemoConnection({ url }: LocalServerStatus): Connection {
  return {
    id: demoConnectionId,
    kind: 'demo',
    name: 'Demo server',
    url,
    key: { storage: 'none', last4: null },
    headers: [],
  };
}

// Health by its status; `null` if ready, because then it must be checked.
export function demoHealth({ state, problem }: LocalServerStatus): HealthResult | null {
  switch (state) {
    case 'ready':
      return null;
    case 'starting':
    case 'stopping':
      return { state: 'connecting', latencyMs: null, server: null, problem: null };
    case 'stopped':
      return failedHealth(demoStoppedError(), null);
    case 'failed':
      return { state: 'unreachable', latencyMs: null, server: null, problem };
  }
}

export function demoConnectionIsReadOnly(): AppError {
  return new AppError('unsupported', "The demo server is built in and can't be changed or removed.", {
    hint: 'Add a connection for your own server.',
  });
}

function demoStoppedError(): AppError {
  return new AppError('unreachable', 'The demo server is stopped.', { hint: 'Restart it.' });
}
