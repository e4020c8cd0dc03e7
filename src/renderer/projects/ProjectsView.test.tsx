import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { LogLine } from '../../shared/model/local-server.ts';
import type { Project, ProjectsSnapshot } from '../../shared/model/project.ts';
import { buildGraphShape } from '../../testing/renderer/graph-shape-builder.ts';
import { renderView, type TestHandlers } from '../../testing/renderer/render-app.tsx';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { toastStore } from '../ui/popups/toast-store.ts';
import { ProjectsView } from './ProjectsView.tsx';
import { useProjects } from './queries.ts';
import { ProjectReloads } from './ProjectReloads.tsx';

afterEach(cleanup);

const stopped: Project['status'] = {
  state: 'stopped',
  url: null,
  pid: null,
  startedInMs: null,
  reloads: 0,
  problem: null,
};
const project = (more: Partial<Project> = {}): Project => ({
  id: 'p',
  folder: '/code/trip',
  name: 'trip',
  language: 'javascript',
  graphs: [{ id: 'trip', path: './graph.js:graph' }],
  configEnvFile: null,
  problems: [],
  command: ['/usr/bin/node', '/code/cli.mjs', 'dev', '--port', '{port}'],
  isOpenToWebPages: false,
  configSettings: [],
  settings: { port: null, envFile: null, debugPort: null },
  status: stopped,
  connectionId: null,
  openedAt: '2026-11-22T19:00:00Z',
  ...more,
});

/** A stream that can be pushed to. */
function pushed<T>(first: T) {
  let wake: () => void = () => undefined;
  const items = [first];
  return {
    push(item: T) {
      items.push(item);
      wake();
    },
    async *open(_input: unknown, signal: AbortSignal): AsyncGenerator<T> {
      for (let index = 0; !signal.aborted; index += 1) {
        while (index >= items.length && !signal.aborted) {
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
        }
        const item = items[index];
        if (item !== undefined) yield item;
      }
    },
  };
}

const line = (seq: number, text: string, level: LogLine['level'] = null): LogLine => ({
  seq,
  at: '2026-11-22T19:00:00Z',
  source: 'out',
  text,
  level,
});

const show = (one: Project, handlers: TestHandlers = {}, onReady = vi.fn<(id: string) => void>()) => {
  const list = pushed<ProjectsSnapshot>({ projects: [one], notice: null });
  const view = renderView(<ProjectsView onReady={onReady} onShowGraphs={() => undefined} />, {
    calls: handlers.calls ?? {},
    streams: { 'projects.watch': list.open, ...handlers.streams },
  });
  return { ...view, list, onReady };
};

it('a project shows folder and command, and starts only when Start is pressed; then its server is selected', async () => {
  const ready = project({
    connectionId: 'c7',
    status: { ...stopped, state: 'ready', url: 'http://127.0.0.1:1', pid: 3 },
  });
  const { called, onReady } = show(project(), { calls: { 'projects.start': async () => ready } });
  const start = await screen.findByRole('button', { name: 'Start' });
  expect(screen.getAllByText('/code/trip')).toHaveLength(2);
  expect(screen.getByText('/usr/bin/node /code/cli.mjs dev --port <port>')).toBeTruthy();
  expect(called.map(({ method }) => method)).not.toContain('projects.start');
  await userEvent.click(start);
  await waitFor(() => expect(onReady).toHaveBeenCalledWith('c7'));
  expect(called).toContainEqual({ method: 'projects.start', input: { projectId: 'p' } });
});

it('a project starts with a debugger, and its attach configuration is written only after a yes to the change', async () => {
  const debugged = project({
    status: { ...stopped, state: 'ready', url: 'http://127.0.0.1:1', pid: 3, debugAddress: '127.0.0.1:9229' },
  });
  const change = {
    file: '.vscode/launch.json',
    base: 'b',
    line: 4,
    removed: [],
    added: ['{ "port": 9229 }'],
  };
  const { called, list } = show(project(), {
    calls: {
      'projects.start': async () => debugged,
      'projects.previewAttach': async () => change,
      'projects.writeAttach': async () => change,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Start with debugger' }));
  expect(called).toContainEqual({ method: 'projects.start', input: { projectId: 'p', withDebugger: true } });
  list.push({ projects: [debugged], notice: null });
  await userEvent.click(await screen.findByRole('button', { name: 'Write attach configuration…' }));
  expect((await screen.findByRole('group', { name: 'Change' })).textContent).toBe('+ { "port": 9229 }\n');
  expect(called.map(({ method }) => method)).not.toContain('projects.writeAttach');
  await userEvent.click(screen.getByRole('button', { name: 'Change the file' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(called).toContainEqual({ method: 'projects.writeAttach', input: { projectId: 'p', base: 'b' } });
});

it('a project that lacks something says what to run, and can not be started', async () => {
  const lacking = {
    severity: 'error',
    message: 'No CLI.',
    hint: 'Add it.',
    command: 'npm install x',
    canInstall: true,
  } as const;
  const { called } = show(project({ problems: [lacking], command: null }), {
    calls: { 'projects.install': async () => project() },
  });
  expect(await screen.findByText('npm install x')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start' })).toHaveProperty('disabled', true);
  expect(called.map(({ method }) => method)).not.toContain('projects.install');
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  expect(called).toContainEqual({ method: 'projects.install', input: { projectId: 'p' } });
});

it('the view warns that web pages may call the server, with the setting that closes it', async () => {
  show(project({ isOpenToWebPages: true }));
  expect(await screen.findByText(/Web pages that you visit can call this server/)).toBeTruthy();
  expect(screen.getByText(/"allow_origins": \[\]/)).toBeTruthy();
  cleanup();
  show(project());
  await screen.findByRole('button', { name: 'Start' });
  expect(screen.queryByText(/Web pages that you visit/)).toBeNull();
});

it('the view explains what langgraph.json sets, and says what is unknown', async () => {
  const configSettings = [
    { name: 'checkpointer.ttl.default_ttl', line: 4, text: 'Threads expire after 90 minutes.' },
    { name: 'watch', line: 9, text: null },
  ];
  show(project({ configSettings }));
  await userEvent.click(await screen.findByText('In langgraph.json (2 settings)'));
  const [known, unknown] = screen
    .getAllByRole('listitem')
    .filter((item) => item.closest('[aria-label="Settings in langgraph.json"]'));
  expect(known?.textContent).toBe('Threads expire after 90 minutes.checkpointer.ttl.default_ttl, line 4');
  expect(unknown?.textContent).toContain('Unknown: no server that the studio knows reads this.');
});

it('a new project is written where the user says, from the template that is chosen', async () => {
  const { called } = show(project(), { calls: { 'projects.create': async () => project() } });
  await userEvent.click(await screen.findByRole('button', { name: 'New project' }));
  await userEvent.click(screen.getByRole('radio', { name: /Approval/ }));
  await userEvent.type(screen.getByRole('combobox', { name: 'Folder' }), '/code/new');
  await userEvent.click(screen.getByRole('button', { name: 'Create project' }));
  const input = { folder: '/code/new', template: 'approval-javascript' };
  expect(called).toContainEqual({ method: 'projects.create', input });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('settings are checked before they are saved', async () => {
  const { called } = show(project(), { calls: { 'projects.saveSettings': async () => project() } });
  await userEvent.click(await screen.findByText('Settings'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Port' }), '99999');
  expect(screen.getByText('Enter a number from 1 to 65535, or leave it empty.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Port' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Port' }), '2024');
  await userEvent.type(screen.getByRole('textbox', { name: 'Environment file' }), '.env{Enter}');
  await waitFor(() =>
    expect(called).toContainEqual({
      method: 'projects.saveSettings',
      input: { projectId: 'p', settings: { port: 2024, envFile: '.env', debugPort: null } },
    }),
  );
});

it('the log hides requests at first, and says how much is hidden and dropped', async () => {
  const lines = [line(40, 'GET /ok 200', 'debug'), line(41, 'ready'), line(42, 'boom', 'error')];
  show(project(), { streams: { 'projects.log': pushed({ lines }).open } });
  expect(await screen.findByText('boom')).toBeTruthy();
  expect(screen.queryByText('GET /ok 200')).toBeNull();
  expect(screen.getByText('2 of 3 lines; 40 older ones dropped')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Errors' }));
  expect(screen.queryByText('ready')).toBeNull();
});

it('a reload reads the graph again and says what changed in it', async () => {
  const running = (more: object) =>
    project({ connectionId: 'c', status: { ...stopped, state: 'ready', pid: 7, ...more } });
  const graphs = [buildGraphShape(['a', 'b'], ['a>b']), buildGraphShape(['a', 'b', 'check'], ['a>b'])];
  const list = pushed<ProjectsSnapshot>({ projects: [running({})], notice: null });
  function Window() {
    const rpc = useRpc();
    const { data } = useQuery({
      queryKey: queryKeys.graph('c', 'a1'),
      queryFn: () => rpc.call('assistants.graph', { connectionId: 'c', assistantId: 'a1' }),
    });
    const { item } = useProjects();
    return (
      <>
        <ProjectReloads connectionId="c" assistantId="a1" />
        <p>{data?.nodes.length ?? 0} nodes</p>
        <p>server {item?.projects[0]?.status.state}</p>
      </>
    );
  }
  let reads = 0;
  renderView(<Window />, {
    calls: {
      'assistants.graph': async () => graphs[Math.min((reads += 1), 2) - 1] ?? buildGraphShape([], []),
    },
    streams: { 'projects.watch': list.open },
  });
  await screen.findByText('2 nodes');
  list.push({ projects: [running({ state: 'reloading' })], notice: null });
  await screen.findByText('server reloading');
  list.push({ projects: [running({ reloads: 1 })], notice: null });
  await screen.findByText('3 nodes');
  await waitFor(() => expect(toastStore.getState().toasts.at(-1)?.text).toBe('Reloaded trip. Added: check.'));
});
