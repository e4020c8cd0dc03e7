import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ConnectionHealth } from '../../../shared/model/connection.ts';
import type { Project } from '../../../shared/model/project.ts';
import { aHealth, anAssistant } from '../../../testing/builders.ts';
import { renderApp, type RenderedApp } from '../../../testing/renderer/render-app.tsx';
import { demoConnection, snapshotStream } from '../../../testing/renderer/stub-handlers.ts';

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
  localStorage.clear();
});

const message = 'The server crashed: SyntaxError: Unexpected token (src/graph.js:3).';
const problem = { code: 'unreachable', message, hint: 'Correct the file and save it.', details: {} } as const;
const projectOf = (id: string, connectionId: string | null): Project => ({
  id,
  folder: `/code/${id}`,
  name: id,
  language: 'javascript',
  graphs: [],
  configEnvFile: null,
  problems: [],
  command: null,
  isOpenToWebPages: false,
  configSettings: [],
  settings: { port: null, envFile: null, debugPort: null },
  status: { state: 'failed', url: null, pid: 7, startedInMs: null, reloads: 0, problem },
  connectionId,
  openedAt: '2026-11-22T19:00:00Z',
});
const unreachable: Partial<ConnectionHealth> = {
  connectionId: 'trip-server',
  state: 'unreachable',
  problem: { code: 'unreachable', message: 'Nothing listens there.', hint: null, details: {} },
};

/** A window whose server is that of the second project. `healths`: one after the other. */
function show(healths: readonly Partial<ConnectionHealth>[]) {
  const connection = {
    ...demoConnection,
    id: 'trip-server',
    kind: 'remote' as const,
    name: 'trip (dev)',
    url: 'http://127.0.0.1:1',
  };
  app = renderApp({
    calls: {
      'assistants.list': () =>
        healths.length > 1 ? Promise.resolve([anAssistant()]) : new Promise(() => undefined),
    },
    streams: {
      async *'connections.watch'(_input, signal) {
        for (const health of healths.slice(0, -1)) {
          yield { connections: [connection], health: [aHealth({ connectionId: 'trip-server', ...health })] };
          await screen.findByRole('button', { name: /^Assistant: writer/ });
        }
        const last = healths.at(-1);
        yield* snapshotStream(
          { connections: [connection], health: [aHealth({ connectionId: 'trip-server', ...last })] },
          signal,
        );
      },
      'projects.watch': (_input, signal) =>
        snapshotStream(
          { projects: [projectOf('other', null), projectOf('trip', 'trip-server')], notice: null },
          signal,
        ),
    },
  });
  return userEvent.setup();
}

it('says on the canvas why the server of a project crashed, and leads to its log', async () => {
  const user = show([unreachable]);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByText('Nothing listens there.')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Show log' }));
  expect(await screen.findByRole('region', { name: 'Project trip' })).toBeTruthy();
});

it('says above all views why the server of a project crashed while it was in use', async () => {
  const user = show([{}, unreachable]);
  const banner = await screen.findByTestId('server-banner');
  expect(banner.textContent).toContain(`trip (dev): ${message} What is shown may be out of date.`);
  await user.click(within(banner).getByRole('button', { name: 'Show log' }));
  expect(await screen.findByRole('region', { name: 'Project trip' })).toBeTruthy();
});
