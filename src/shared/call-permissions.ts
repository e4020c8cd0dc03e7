import type { z } from 'zod';
import type { StudioContract } from './contract.ts';
import { ownerOfConnection, teamRoles, type TeamRole } from './model/team.ts';

/**
 * The role that a call needs in a studio for a team. `host`: no role is enough, because the call reads files, starts
 * programs or opens ports on the host computer.
 */
export type CallPermission = TeamRole | 'host';

type Calls = StudioContract['calls'];

// What is not given counts as usual, because the window offers a call before it has the whole input.
type CallPermissions = {
  readonly [K in keyof Calls]:
    | CallPermission
    | ((input: Partial<z.output<Calls[K]['input']>>) => CallPermission);
};

// A credential from a command starts a program.
function savePermission({
  credential,
}: Partial<z.output<Calls['connections.save']['input']>>): CallPermission {
  return credential?.kind === 'command' ? 'host' : 'edit';
}

/** What each call needs, some by their input. A call without an entry does not compile. */
export const callPermissions = {
  'app.info': 'look',
  'app.secretStorage': 'look',
  // The browser would open on the computer of the studio.
  'app.openLink': 'host',
  'menu.show': 'look',
  'windows.new': 'look',
  'sessions.countOthers': 'look',
  'sessions.endOthers': 'look',
  'windows.heartbeat': 'look',
  'windows.closed': 'look',
  'windows.failure': 'look',
  // The studio sends the request, from its own network.
  'images.load': 'run',
  'notifications.set': 'edit',
  'storage.read': 'look',
  'storage.write': 'look',
  'team.member': 'look',
  // Of one's own key, for an address that the studio has already.
  'team.setKey': 'look',
  'connections.save': savePermission,
  'connections.remove': ({ connectionId = '' }) =>
    ownerOfConnection(connectionId) === null ? 'edit' : 'look',
  'connections.signOut': 'edit',
  'connections.duplicate': 'edit',
  'connections.reorder': 'edit',
  'connections.findLocal': 'host',
  // `null`: the environment of the studio's process.
  'connections.readEnv': ({ text }) => (text === null ? 'host' : 'edit'),
  'connections.test': savePermission,
  'connections.check': 'look',
  'connections.facts': 'look',
  'connections.exposedAgents': 'look',
  'connections.tryAgent': 'run',
  // Only confirms a call that was permitted before.
  'connections.confirmWrite': 'run',
  'assistants.list': 'look',
  'assistants.create': 'edit',
  'assistants.update': 'edit',
  'assistants.delete': 'edit',
  'assistants.versions': 'look',
  'assistants.setLatest': 'edit',
  'assistants.schemas': 'look',
  'assistants.graph': 'look',
  'threads.list': 'look',
  'threads.search': 'look',
  // Most runs need a new thread. Values in it are a state edit.
  'threads.create': ({ updatesText }) => (updatesText === undefined ? 'run' : 'edit'),
  'threads.update': 'edit',
  'threads.copy': 'edit',
  'threads.delete': 'edit',
  'threads.prune': 'edit',
  'threads.get': 'look',
  'threads.storage': 'look',
  'threads.state': 'look',
  'threads.history': 'look',
  'threads.readRecord': 'look',
  'threads.messages': 'look',
  'threads.task': 'look',
  'threads.updateState': 'edit',
  'threads.forkSubgraph': 'edit',
  'clones.check': 'look',
  'clones.start': 'edit',
  'runs.list': 'look',
  'runs.records': 'look',
  'runs.input': 'look',
  'runs.settings': 'look',
  // A state update is an edit, also with an answer; so is a pinned output. Rolling back deletes the run that is in the
  // way.
  'runs.start': ({ trigger, pins, options }) =>
    (trigger?.kind === 'resume' && trigger.updateText !== null) ||
    (pins?.length ?? 0) > 0 ||
    options?.multitaskStrategy === 'rollback'
      ? 'edit'
      : 'run',
  'runs.preview': 'look',
  // Rolling back deletes the run and its checkpoints.
  'runs.cancel': ({ action }) => (action === 'rollback' ? 'edit' : 'run'),
  'runs.join': 'run',
  'runs.reconnect': 'look',
  'runs.delete': 'edit',
  'runs.deleteStuck': 'edit',
  'runs.tokens': 'look',
  'runs.logpoints': ({ clear }) => (clear ? 'run' : 'look'),
  'runs.pinWrites': 'look',
  'runs.frames': 'look',
  'store.namespaces': 'look',
  'store.count': 'look',
  'store.search': 'look',
  'store.item': 'look',
  'store.put': 'edit',
  'store.delete': 'edit',
  'crons.list': 'look',
  'crons.create': 'edit',
  'crons.update': 'edit',
  'crons.delete': 'edit',
  'crons.read': 'look',
  'prices.read': 'look',
  'prices.save': 'edit',
  'serverRuns.cancel': 'run',
  'serverRuns.delete': 'edit',
  'serverRuns.repeat': 'run',
  'runIndex.list': 'look',
  'runIndex.select': 'look',
  'runIndex.details': 'look',
  'runIndex.readAll': 'look',
  'inbox.refresh': 'look',
  'inbox.thread': 'look',
  'requests.response': 'look',
  'requests.replay': 'run',
  // It quotes the studio's log, which names all members.
  'bugReport.create': 'edit',
  'recordings.search': 'look',
  'recordings.part': 'look',
  'recordings.discard': 'look',
  'recordings.copy': 'look',
  'recordings.startUpload': 'edit',
  'recordings.upload': 'edit',
  'recordings.open': 'edit',
  // The studio asks it, from its own network.
  'recordings.askAddress': 'edit',
  'recordings.cancelUpload': 'edit',
  'recordings.requests': 'look',
  'recordings.request': 'look',
  'recordings.deliveries': 'look',
  'recordings.delivery': 'look',
  'recordings.importedValues': 'look',
  'webhooks.clear': 'edit',
  'webhooks.content': 'look',
  'webhooks.checkExpected': 'run',
  'webhooks.dismissExpected': 'edit',
  'webhooks.recheck': 'run',
  'webhooks.forward': 'edit',
  'webhooks.configure': 'host',
  'webhooks.addresses': 'host',
  'webhooks.selfTest': 'edit',
  // It opens a port; and no member could turn on again what another one turned off.
  'webhooks.setListener': 'host',
  'demoServer.restart': 'host',
  'projects.pickFolder': 'host',
  'projects.suggestFolders': 'host',
  'projects.open': 'host',
  'projects.refresh': 'host',
  'projects.create': 'host',
  'projects.install': 'host',
  'projects.saveSettings': 'host',
  'projects.remove': 'host',
  'projects.start': 'host',
  'projects.stop': 'host',
  'projects.previewAttach': 'host',
  'projects.writeAttach': 'host',
  'source.find': 'host',
  'source.open': 'host',
  'source.editors': 'host',
  'source.chooseEditor': 'host',
  'inputs.list': 'host',
  'inputs.chooseFolder': 'host',
  'inputs.summaries': 'host',
  'inputs.externalChecks': 'host',
  'inputs.allowChecks': 'host',
  'inputs.keys': 'host',
  'inputs.saveKey': 'host',
  'inputs.forgetKey': 'host',
  'inputs.read': 'host',
  'inputs.save': 'host',
  'inputs.rename': 'host',
  'inputs.delete': 'host',
  'inputs.draft': 'host',
  'inputs.saveTest': 'host',
  'experiments.list': 'look',
  'experiments.start': 'run',
  'experiments.rows': 'look',
  'experiments.stop': 'run',
  'experiments.resume': 'run',
  'experiments.rerun': 'run',
  'experiments.externalChecks': 'host',
  'experiments.compare': 'look',
  'experiments.scores': 'look',
  'experiments.forget': 'edit',
  'compare.read': 'look',
  'compare.text': 'look',
  'compare.whatChanged': 'look',
  'langsmith.access': 'look',
  'langsmith.save': 'edit',
  'langsmith.forget': 'edit',
  'langsmith.traceAddress': 'look',
  'langsmith.openTrace': 'host',
  'langsmith.datasets': 'edit',
  'langsmith.examples': 'edit',
  'traces.settings': 'look',
  'traces.save': 'edit',
  'traces.test': 'edit',
  'traces.sendRun': 'run',
  'traces.address': 'look',
  'traces.open': 'host',
} as const satisfies CallPermissions;

/** The same of streams, most of which only read. */
export const streamPermissions = {
  'app.attention': 'look',
  'app.presence': 'look',
  'menu.watch': 'look',
  'links.watch': 'look',
  'windows.open': 'look',
  'notifications.watch': 'look',
  'notifications.show': 'look',
  'connections.watch': 'look',
  // All members use the tokens.
  'connections.signIn': 'edit',
  'threads.record': 'look',
  'runs.follow': 'look',
  'runIndex.watch': 'look',
  'clones.progress': 'look',
  'inbox.watch': 'look',
  'webhooks.watch': 'look',
  'webhooks.deliveries': 'look',
  'demoServer.watch': 'look',
  'requests.watch': 'look',
  'projects.watch': 'host',
  'projects.log': 'host',
  'recordings.record': 'look',
  'recordings.download': 'edit',
  'recordings.send': 'edit',
  'traces.watch': 'look',
  'team.viewers': 'look',
} as const satisfies { readonly [K in keyof StudioContract['streams']]: CallPermission };

/** What a call with this input needs. Throws for a name that the contract does not have. */
export function permissionOf(call: string, input: unknown): CallPermission {
  const permission = callPermissions[call as keyof typeof callPermissions] as
    | CallPermission
    | ((input: unknown) => CallPermission)
    | undefined;
  if (permission === undefined) throw new Error(`The call ${call} has no permission.`);
  return typeof permission === 'function' ? permission(input) : permission;
}

/** Whether a role is enough. */
export function allows(role: TeamRole, permission: CallPermission): boolean {
  return permission !== 'host' && teamRoles.indexOf(role) >= teamRoles.indexOf(permission);
}

/** Why a role is not enough, as a sentence; `null` if it is. The window says it beforehand, and the host in its refusal. */
export function roleRefusal(role: TeamRole, permission: CallPermission): string | null {
  if (allows(role, permission)) return null;
  return permission === 'host'
    ? 'Only the one who runs this studio can do this, on its computer.'
    : `Your role is ${role}. This needs the role ${permission}.`;
}

/** The same of a call, before all of its input is known. */
export function callRefusal(role: TeamRole, call: string, input: unknown = {}): string | null {
  return roleRefusal(role, permissionOf(call, input));
}
