import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { recordingIdStart } from '../../shared/model/read-only.ts';
import { aHealth, someCapabilities } from '../../testing/builders.ts';
import { serversStudio } from '../../testing/renderer/servers-studio.ts';
import { RpcContext } from '../rpc/rpc-context.ts';
import { paletteCommands, commandIds } from './palette-commands.ts';
import {
  canRunCommand,
  CommandScope,
  runCommand,
  useCommandBindings,
  useCommandList,
  type CommandBindings,
} from './command-registry.ts';

afterEach(cleanup);

/** Servers `c`, of which nothing is known, and `lacking`, which takes no edits of states. */
const rpc = serversStudio([
  aHealth({
    connectionId: 'lacking',
    server: {
      version: null,
      runtime: 'unknown',
      runtimeVersion: null,
      capabilities: someCapabilities({
        stateUpdates: {
          available: false,
          reason: 'This server does not accept edits of states.',
          source: 'answer',
        },
      }),
    },
  }),
]);

function Connected({ children }: { readonly children: ReactNode }) {
  return <RpcContext value={rpc}>{children}</RpcContext>;
}

function Pane({ bindings }: { readonly bindings: CommandBindings }) {
  useCommandBindings(bindings);
  return null;
}

function Listed() {
  const start = useCommandList().find(({ id }) => id === 'run.start');
  return <p>{`${start?.title}, ${start?.blocked ?? 'can be used'}`}</p>;
}

it('runs the newest function of a command, and lists its title and whether it can be used', () => {
  const done: string[] = [];
  const view = (text: string, blocked: string | null) => (
    <>
      <Pane
        bindings={{
          'run.start': { run: () => done.push(text), blocked, title: 'Run it', connectionId: 'c' },
        }}
      />
      <Listed />
    </>
  );
  const { rerender, unmount } = render(view('first', null), { wrapper: Connected });
  expect(screen.getByText('Run it, can be used')).toBeTruthy();
  rerender(view('second', null));
  expect(runCommand('run.start')).toBe(true);
  expect(done).toEqual(['second']);
  rerender(view('third', 'A run is active.'));
  expect(screen.getByText('Run it, A run is active.')).toBeTruthy();
  expect(runCommand('run.start')).toBe(false);
  unmount();
  expect(canRunCommand('run.start')).toBe(false);
  expect(done).toEqual(['second']);
});

it('prefers a component whose command can be used, and one that came later', () => {
  const done: string[] = [];
  const pane = (name: string, blocked: string | null) => (
    <Pane key={name} bindings={{ 'run.step': { run: () => done.push(name), blocked, connectionId: 'c' } }} />
  );
  const { rerender } = render([pane('old', null)], { wrapper: Connected });
  rerender([pane('old', null), pane('new', null)]);
  act(() => void runCommand('run.step'));
  rerender([pane('old', null), pane('new', 'Not ready.')]);
  act(() => void runCommand('run.step'));
  expect(done).toEqual(['new', 'old']);
});

it('has no commands of panes that another view covers', () => {
  const view = (isActive: boolean) => (
    <CommandScope value={isActive}>
      <Pane bindings={{ 'graph.fit': { run: () => undefined } }} />
    </CommandScope>
  );
  const { rerender } = render(view(true), { wrapper: Connected });
  expect(canRunCommand('graph.fit')).toBe(true);
  rerender(view(false));
  expect(canRunCommand('graph.fit')).toBe(false);
  rerender(view(true));
  expect(canRunCommand('graph.fit')).toBe(true);
});

it('blocks all that changes a server on a recording, and nothing else', () => {
  const run = (): void => undefined;
  const bindings = (connectionId: string) =>
    Object.fromEntries(
      commandIds.map((id) => [id, paletteCommands[id].changesServer ? { run, connectionId } : { run }]),
    ) as CommandBindings;
  const blocked = () => commandIds.filter((id) => !canRunCommand(id));
  const { rerender } = render(<Pane bindings={bindings('c')} />, { wrapper: Connected });
  expect(blocked()).toEqual([]);
  rerender(<Pane bindings={bindings(`${recordingIdStart}1`)} />);
  expect(blocked()).toEqual(commandIds.filter((id) => paletteCommands[id].changesServer));
  expect(runCommand('state.edit')).toBe(false);
});

it('blocks the commands whose server lacks what they need, and says why', async () => {
  const run = (): void => undefined;
  render(
    <>
      <Pane
        bindings={{
          'state.edit': { run, connectionId: 'lacking' },
          'thread.new': { run, connectionId: 'lacking' },
          'node.edit-input': { run, connectionId: 'c' },
        }}
      />
      <Blockers />
    </>,
    { wrapper: Connected },
  );
  expect(
    await screen.findByText('This server does not accept edits of states. Known from the server’s answers.'),
  ).toBeTruthy();
  expect(runCommand('state.edit')).toBe(false);
  expect([canRunCommand('thread.new'), canRunCommand('node.edit-input')]).toEqual([true, true]);
});

function Blockers() {
  return useCommandList().map(({ id, blocked, isBound }) =>
    isBound && blocked !== null ? <p key={id}>{blocked}</p> : null,
  );
}
