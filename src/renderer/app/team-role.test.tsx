import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TeamRole } from '../../shared/model/team.ts';
import { aHealth } from '../../testing/builders.ts';
import { renderApp, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import { demoConnection, snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import { canRunCommand, useCommandList } from '../commands/command-registry.ts';

const health = aHealth({ connectionId: demoConnection.id, state: 'connected' });

let app: RenderedApp | null = null;
const open = (role?: TeamRole): void => {
  app = renderApp({
    streams: {
      'connections.watch': (_input, signal) =>
        snapshotStream({ connections: [demoConnection], health: [health], ...(role && { role }) }, signal),
    },
  });
};
beforeEach(() => localStorage.clear());
afterEach(() => {
  app?.end();
  app = null;
});

const button = (name: string): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name });
const stateOf = ({ disabled, title }: HTMLButtonElement) => ({ disabled, title });
const views = () => within(screen.getByRole('navigation', { name: 'Views' }));

it('a member who may look sees beforehand which role a run, a new server and a command need', async () => {
  open('look');
  await waitFor(() =>
    expect(stateOf(button('Run'))).toEqual({
      disabled: true,
      title: 'Your role is look. This needs the role run.',
    }),
  );
  expect(canRunCommand('server.add')).toBe(false);
  expect(canRunCommand('view.shortcuts')).toBe(true);
  fireEvent.click(views().getByRole('button', { name: 'Servers' }));
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add' });
  expect(stateOf(add)).toEqual({ disabled: true, title: 'Your role is look. This needs the role edit.' });
});

it('a member who may run has no button for what changes servers, and none may do what is on the host’s computer', async () => {
  open('run');
  fireEvent.click(views().getByRole('button', { name: 'Servers' }));
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add' });
  await waitFor(() => expect(add.title).toBe('Your role is run. This needs the role edit.'));
  expect(button('Run').disabled).toBe(false);
  const restart = await screen.findByRole<HTMLButtonElement>('button', { name: 'Restart' });
  expect(stateOf(restart)).toEqual({
    disabled: true,
    title: 'Only the one who runs this studio can do this, on its computer.',
  });
});

it('a member who may edit can do all but what is on the host’s computer', async () => {
  open('edit');
  await waitFor(() => expect(views().queryByRole('button', { name: 'Projects' })).toBeNull());
  // Its results are for reading; its files are the host’s.
  expect(views().queryByRole('button', { name: 'Inputs' })).toBeNull();
  expect(views().queryByRole('button', { name: 'Experiments' })).not.toBeNull();
  const commands = renderHook(useCommandList).result.current;
  expect(commands.find(({ id }) => id === 'show.inputs')?.title).toBe('Go to experiments');
  expect(button('Run').disabled).toBe(false);
  expect(canRunCommand('server.add')).toBe(true);
  expect(canRunCommand('server.find')).toBe(false);
});

it('a member sees the results of experiments in place of the files of inputs, and starts none with the role look', async () => {
  open('look');
  await waitFor(() => expect(button('Run').disabled).toBe(true));
  fireEvent.click(views().getByRole('button', { name: 'Experiments' }));
  const region = await screen.findByRole('region', { name: 'Experiments' });
  expect(screen.queryByRole('radiogroup', { name: 'Show' })).toBeNull();
  const add = within(region).getByRole<HTMLButtonElement>('button', { name: 'New' });
  expect(stateOf(add)).toEqual({ disabled: true, title: 'Your role is look. This needs the role run.' });
});

it('a role that is not known disables nothing', async () => {
  open();
  await screen.findByRole('button', { name: 'Server: Demo server, connected' });
  // The permissions have come for another window of this page by now.
  await act(async () => void (await import('../../shared/call-permissions.ts')));
  expect(button('Run').disabled).toBe(false);
  await waitFor(() => expect(canRunCommand('server.add')).toBe(true));
  expect(canRunCommand('server.find')).toBe(true);
});
