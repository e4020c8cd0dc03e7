import type { z } from 'zod';
import type { StudioContract } from '../contract.ts';
import type { RunOptions } from './run-options.ts';
import type { Capabilities, Capability, CapabilityName, CapabilitySource } from './capability.ts';

type Calls = StudioContract['calls'];
export type CallName = keyof Calls;

type RequiredCapabilities = {
  readonly [K in CallName]?:
    | readonly CapabilityName[]
    | ((input: z.output<Calls[K]['input']> | undefined) => readonly CapabilityName[]);
};

// What each call needs of its server. Calls that find another way where a route is missing are not here: copies of threads (see
// `threads.copy` below), assistants, graphs, schemas and states.
const required: RequiredCapabilities = {
  'assistants.create': ['assistantChanges'],
  'assistants.update': ['assistantChanges'],
  'assistants.delete': ['assistantChanges'],
  'assistants.versions': ['assistantVersions'],
  'assistants.setLatest': ['assistantVersions'],
  'threads.create': ['threadCreation'],
  'threads.update': ['threadChanges'],
  'threads.delete': ['threadDeletion'],
  'threads.prune': ['prune'],
  'threads.storage': ['threadStorage'],
  'threads.state': (input) => ((input?.checkpointNs ?? '') === '' ? [] : ['subgraphState']),
  'threads.updateState': ['stateUpdates'],
  'threads.forkSubgraph': ['stateUpdates'],
  'clones.start': ['threadCreation'],
  'runs.start': neededToStart,
  'runs.cancel': (input) =>
    input?.action === 'rollback' ? ['cancelRuns', 'cancelRollback'] : ['cancelRuns'],
  'runs.join': ['joinRuns'],
  'runs.delete': ['deleteRuns'],
  'runs.deleteStuck': ['deleteRuns'],
  'serverRuns.cancel': ['cancelRuns'],
  'serverRuns.delete': ['deleteRuns'],
  'serverRuns.repeat': ['threadCreation', 'backgroundRuns'],
  'store.namespaces': ['store'],
  'store.count': ['store'],
  'store.search': ['store'],
  'store.item': ['store'],
  'store.put': ['store', 'storeChanges'],
  'store.delete': ['store', 'storeChanges'],
  'crons.list': ['crons'],
  'crons.create': ['crons'],
  'crons.update': ['crons'],
  'crons.delete': ['crons'],
};

interface StartRequest {
  readonly threadId?: string | null;
  readonly background?: boolean;
  readonly options?: Partial<Pick<RunOptions, 'multitaskStrategy' | 'webhook'>>;
}

// Without a `threadId`, a run on a thread, as most are; `null` is one without.
function neededToStart({
  threadId,
  background = false,
  options: { multitaskStrategy = 'reject', webhook } = {},
}: StartRequest = {}): readonly CapabilityName[] {
  const needed: CapabilityName[] = [];
  const hasThread = threadId !== null;
  if (hasThread) needed.push(background ? 'backgroundRuns' : 'runs');
  else if (!background) needed.push('statelessRuns');
  if ((webhook?.kind ?? 'none') !== 'none') needed.push('webhooks');
  if (hasThread && multitaskStrategy !== 'reject') needed.push(`${multitaskStrategy}Runs` as const);
  return needed;
}

function firstMissing(
  capabilities: Capabilities | undefined,
  names: readonly CapabilityName[],
): MissingFeature | null {
  for (const name of names) {
    const missing = missingCapability(capabilities, name);
    if (missing !== null) return missing;
  }
  return null;
}

// Without `input`, what the usual input of the call needs.
function requiredCapabilities(call: CallName, input?: unknown): readonly CapabilityName[] {
  const needed = required[call] as
    | readonly CapabilityName[]
    | ((value: unknown) => readonly CapabilityName[])
    | undefined;
  return typeof needed === 'function' ? needed(input) : (needed ?? []);
}

export interface MissingFeature {
  readonly capability: CapabilityName;
  readonly message: string;
  readonly knownFrom: string;
}

const origins: Readonly<Record<CapabilitySource, string>> = {
  info: 'Known from the server’s /info.',
  routes: 'Known from the server’s /openapi.json.',
  answer: 'Known from the server’s answers.',
  measured: 'Known of this kind of server.',
  version: 'Known of this version of the server.',
};

/** A server's lack of one capability; `null` if it has it, or if only a request can find out. */
export function missingCapability(
  capabilities: Capabilities | undefined,
  name: CapabilityName,
): MissingFeature | null {
  const capability: Capability | undefined = capabilities?.[name];
  if (capability?.available !== false) return null;
  return {
    capability: name,
    message: capability.reason ?? 'This server does not offer this.',
    knownFrom: capability.source === undefined ? '' : origins[capability.source],
  };
}

/** What a server lacks for a call; `null` if nothing is known to be missing. */
export function missingFeature(
  capabilities: Capabilities | undefined,
  call: CallName,
  input?: unknown,
): MissingFeature | null {
  if (call === 'threads.copy') return missingForCopy(capabilities);
  return firstMissing(capabilities, requiredCapabilities(call, input));
}

// A server without a copy route gets the thread's newest branch rebuilt, which needs three other features.
function missingForCopy(capabilities: Capabilities | undefined): MissingFeature | null {
  const copy = missingCapability(capabilities, 'threadCopy');
  if (copy === null) return null;
  const others = (['threadCreation', 'threadHistory', 'stateUpdates'] as const).flatMap(
    (name) => missingCapability(capabilities, name) ?? [],
  );
  return others[0] ?? null;
}

/** A missing feature as text for menus and tooltips. */
export function missingFeatureText(missing: MissingFeature): string {
  return `${missing.message} ${missing.knownFrom}`.trim();
}
