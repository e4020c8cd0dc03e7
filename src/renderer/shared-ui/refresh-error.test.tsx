import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../shared/app-error.ts';
import type { ConnectionState } from '../../shared/model/connection.ts';
import { aHealth } from '../../testing/builders.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import { useRefreshError } from './refresh-error.ts';

afterEach(cleanup);

function List({ code }: { readonly code: ErrorCode }) {
  const error = useRefreshError('lab', new AppError(code, 'It failed.'));
  return <p>{error === null ? 'nothing' : error.message}</p>;
}

it.each<readonly [ErrorCode, ConnectionState, string]>([
  ['unreachable', 'unreachable', 'nothing'],
  ['timeout', 'offline', 'nothing'],
  // The banner does not say these.
  ['server-failed', 'unreachable', 'It failed.'],
  ['unreachable', 'connected', 'It failed.'],
])('a list whose refresh failed as %s, of a server that is %s, says: %s', async (code, state, text) => {
  renderView(<List code={code} />, {
    streams: {
      'connections.watch': (_input, signal) =>
        snapshotStream(
          {
            connections: [],
            health: [
              aHealth({ connectionId: 'other' }),
              aHealth({
                connectionId: 'lab',
                state,
                problem: { code: 'unreachable', message: 'Away.', hint: null, details: {} },
              }),
            ],
          },
          signal,
        ),
    },
  });
  // Nothing is known of the server at first.
  expect(screen.getByText('It failed.')).toBeTruthy();
  expect(await screen.findByText(text)).toBeTruthy();
});
