import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { callEffects } from './call-effects.ts';
import { allows, callPermissions, permissionOf, roleRefusal, streamPermissions } from './call-permissions.ts';
import { contract } from './contract.ts';
import { memberConnectionId } from './model/team.ts';

const calls = Object.keys(contract.calls) as (keyof typeof contract.calls)[];

it('every call and stream of the contract has a permission, and nothing else has', () => {
  expect(Object.keys(callPermissions).toSorted()).toEqual(calls.toSorted());
  expect(Object.keys(streamPermissions).toSorted()).toEqual(Object.keys(contract.streams).toSorted());
});

it('no call that changes a server is allowed to those who may only look, and none that deletes to those who may run', () => {
  const writing = calls.filter((call) => callEffects[call] !== 'none');
  expect(writing.length).toBeGreaterThan(20);
  expect(writing.filter((call) => callPermissions[call] === 'look')).toEqual([]);
  const deleting = calls.filter((call) => callEffects[call] === 'destroy');
  expect(deleting.filter((call) => callPermissions[call] !== 'edit')).toEqual([]);
});

it('a run that also edits the state or deletes another one needs the role edit', () => {
  const input = { trigger: { kind: 'input' }, options: { multitaskStrategy: 'reject' } };
  expect(permissionOf('runs.start', input)).toBe('run');
  const rollback = { ...input, options: { multitaskStrategy: 'rollback' } };
  expect(permissionOf('runs.start', rollback)).toBe('edit');
  const answer = { kind: 'resume', answers: [], goto: ['a'], updateText: null };
  expect(permissionOf('runs.start', { ...input, trigger: answer })).toBe('run');
  expect(permissionOf('runs.start', { ...input, trigger: { ...answer, updateText: '{}' } })).toBe('edit');
  expect(permissionOf('runs.start', { ...input, pins: [{}] })).toBe('edit');
  expect(permissionOf('runs.cancel', { action: 'interrupt' })).toBe('run');
  expect(permissionOf('runs.cancel', { action: 'rollback' })).toBe('edit');
  expect(permissionOf('threads.create', { updatesText: '[]' })).toBe('edit');
});

it('no role saves or tests a server whose credential comes from a command', () => {
  for (const call of ['connections.save', 'connections.test']) {
    expect(permissionOf(call, { credential: { kind: 'command', command: ['id'] } })).toBe('host');
    expect(permissionOf(call, { credential: { kind: 'oauth' } })).toBe('edit');
    expect(permissionOf(call, {})).toBe('edit');
  }
});

it('no role opens a port of the host computer, starts a program there or reads its folders', () => {
  for (const call of [
    'webhooks.setListener',
    'webhooks.configure',
    'demoServer.restart',
    'projects.start',
    'inputs.list',
  ])
    expect(permissionOf(call, { enabled: false })).toBe('host');
});

it('a role allows itself and those before it, and none allows what is on the computer of the studio', () => {
  expect(allows('look', 'look')).toBe(true);
  expect(allows('look', 'run')).toBe(false);
  expect(allows('run', 'edit')).toBe(false);
  expect(allows('edit', 'run')).toBe(true);
  for (const role of ['look', 'run', 'edit'] as const) expect(allows(role, 'host')).toBe(false);
});

it('a member removes a server of their own with any role, and one of all members with the role edit', () => {
  const connectionId = memberConnectionId('a'.repeat(40), randomUUID());
  expect(permissionOf('connections.remove', { connectionId })).toBe('look');
  expect(permissionOf('connections.save', { id: connectionId })).toBe('edit');
  expect(permissionOf('connections.remove', { connectionId: randomUUID() })).toBe('edit');
  expect(permissionOf('connections.remove', { connectionId: `${connectionId}0` })).toBe('edit');
});

it('a call that nobody knows has no permission', () => {
  expect(() => permissionOf('app.destroy', {})).toThrow(/no permission/);
});

it('a call that is offered before its input is known needs what it usually needs', () => {
  expect(permissionOf('runs.start', {})).toBe('run');
  expect(permissionOf('runs.cancel', {})).toBe('run');
  expect(permissionOf('threads.create', {})).toBe('run');
  expect(permissionOf('connections.remove', {})).toBe('edit');
  expect(permissionOf('runs.logpoints', {})).toBe('look');
  for (const call of calls) expect(() => permissionOf(call, {})).not.toThrow();
});

it('says which role is missing, and of what no role allows that it is the host’s', () => {
  expect(roleRefusal('run', 'run')).toBeNull();
  expect(roleRefusal('run', 'edit')).toBe('Your role is run. This needs the role edit.');
  expect(roleRefusal('edit', 'host')).toBe('Only the one who runs this studio can do this, on its computer.');
});
