import type { z } from 'zod';
import type { StudioContract } from './contract.ts';

/**
 * What a call does to a graph server: nothing (it reads, or concerns the studio only); a change that can be
 * corrected; or one that deletes what can't be restored.
 */
export type CallEffect = 'none' | 'write' | 'destroy';

type Calls = StudioContract['calls'];

type CallEffects = {
  readonly [K in keyof Calls]: CallEffect | ((input: z.output<Calls[K]['input']>) => CallEffect);
};

/** The effect of each call, some by their input. A call without an entry does not compile. */
export const callEffects = {
  'app.info': 'none',
  'app.secretStorage': 'none',
  'app.openLink': 'none',
  'menu.show': 'none',
  'sessions.countOthers': 'none',
  'sessions.endOthers': 'none',
  'windows.heartbeat': 'none',
  'windows.closed': 'none',
  'windows.failure': 'none',
  'images.load': 'none',
  'storage.read': 'none',
  'storage.write': 'none',
  'connections.save': 'none',
  'connections.remove': 'none',
  'connections.duplicate': 'none',
  'connections.reorder': 'none',
  'connections.findLocal': 'none',
  'connections.readEnv': 'none',
  'connections.test': 'none',
  'connections.check': 'none',
  'connections.facts': 'none',
  'connections.confirmWrite': 'none',
  'assistants.list': 'none',
  'assistants.create': 'write',
  'assistants.update': 'write',
  'assistants.delete': 'destroy',
  'assistants.versions': 'none',
  'assistants.setLatest': 'write',
  'assistants.schemas': 'none',
  'assistants.graph': 'none',
  'threads.list': 'none',
  'threads.search': 'none',
  'threads.create': 'write',
  'threads.update': 'write',
  'threads.copy': 'write',
  'threads.delete': 'destroy',
  'threads.prune': 'destroy',
  'threads.get': 'none',
  'threads.state': 'none',
  'threads.history': 'none',
  'threads.messages': 'none',
  'threads.task': 'none',
  'threads.executionTrace': 'none',
  'threads.updateState': 'write',
  'threads.forkSubgraph': 'write',
  'clones.check': 'none',
  'clones.start': 'write',
  'runs.list': 'none',
  'runs.records': 'none',
  'runs.input': 'none',
  'runs.settings': 'none',
  'runs.start': 'write',
  'runs.preview': 'none',
  // Rolling back deletes the run and its checkpoints.
  'runs.cancel': ({ action }) => (action === 'rollback' ? 'destroy' : 'write'),
  'runs.join': 'none',
  'runs.reconnect': 'none',
  'runs.delete': 'destroy',
  'runs.deleteStuck': 'destroy',
  'runs.tokens': 'none',
  'runs.logpoints': 'none',
  'runs.frames': 'none',
  'store.namespaces': 'none',
  'store.count': 'none',
  'store.search': 'none',
  'store.item': 'none',
  'store.put': 'write',
  'store.delete': 'destroy',
  'crons.list': 'none',
  'crons.create': 'write',
  'crons.update': 'write',
  'crons.delete': 'destroy',
  'crons.read': 'none',
  'prices.read': 'none',
  'prices.save': 'none',
  'serverRuns.list': 'none',
  'serverRuns.cancel': 'write',
  'inbox.refresh': 'none',
  'requests.response': 'none',
  // Refuses all but reads.
  'requests.replay': 'none',
  'inbox.thread': 'none',
  'webhooks.clear': 'none',
  'webhooks.content': 'none',
  'webhooks.checkExpected': 'none',
  'webhooks.dismissExpected': 'none',
  'webhooks.recheck': 'none',
  'webhooks.forward': 'none',
  'webhooks.configure': 'none',
  'webhooks.addresses': 'none',
  'webhooks.selfTest': 'none',
  'webhooks.setListener': 'none',
  'localServer.restart': 'none',
  'projects.pickFolder': 'none',
  'projects.suggestFolders': 'none',
  'projects.open': 'none',
  'projects.refresh': 'none',
  'projects.create': 'none',
  'projects.install': 'none',
  'projects.saveSettings': 'none',
  'projects.remove': 'none',
  'projects.start': 'none',
  'projects.stop': 'none',
  'inputs.list': 'none',
  'inputs.chooseFolder': 'none',
  'inputs.summaries': 'none',
  'inputs.read': 'none',
  'inputs.save': 'none',
  'inputs.rename': 'none',
  'inputs.delete': 'none',
  'inputs.draft': 'none',
  'inputs.saveTest': 'none',
  'experiments.list': 'none',
  'experiments.start': 'write',
  'experiments.rows': 'none',
  'experiments.stop': 'write',
  'experiments.resume': 'write',
  'experiments.compare': 'none',
  'experiments.forget': 'none',
  'compare.read': 'none',
  'compare.text': 'none',
  'compare.whatChanged': 'none',
} as const satisfies CallEffects;

/** A call that changes a server, with some input. */
export type WritingCall = {
  [K in keyof typeof callEffects]: (typeof callEffects)[K] extends 'none' ? never : K;
}[keyof typeof callEffects];

export function isWritingCall(name: string): name is WritingCall {
  return Object.hasOwn(callEffects, name) && callEffects[name as keyof typeof callEffects] !== 'none';
}
