import type { Capabilities, Capability, CapabilityName } from '../../../shared/model/capability.ts';

// `missing`: what to say of a server that lacks it. `unreported`: what a server has not said yet, after "whether it".
interface CapabilitySentences {
  readonly missing: string;
  readonly unreported: string;
  readonly how?: string;
}

const run = 'Start a run to find out.';
const filtered = 'Filter a list to find out.';

const sentences: Readonly<Record<CapabilityName, CapabilitySentences>> = {
  assistants: {
    missing: 'This server does not offer assistants, graphs or schemas. Its threads and runs still work.',
    unreported: 'has assistants',
  },
  assistantChanges: { missing: 'This server does not change assistants.', unreported: 'changes assistants' },
  assistantVersions: {
    missing: 'This server keeps no versions of assistants.',
    unreported: 'keeps versions of assistants',
  },
  assistantFilters: {
    missing: 'This server ignores filters of assistants, so the studio applies them.',
    unreported: 'filters assistants',
    how: filtered,
  },
  graphs: { missing: 'This server does not offer graphs.', unreported: 'offers graphs' },
  schemas: { missing: 'This server does not offer schemas.', unreported: 'offers schemas' },
  xrayDepth: {
    missing: 'This server expands either no level or every level, so the studio limits the depth itself.',
    unreported: 'limits the depth of a graph',
    how: 'The studio limits it itself.',
  },
  declaredBreakpoints: {
    missing: 'This server does not report the breakpoints that its graphs declare.',
    unreported: 'reports the breakpoints that its graphs declare',
    how: 'Open a graph that has some to find out.',
  },
  threadCreation: { missing: 'This server does not create threads.', unreported: 'creates threads' },
  threadChanges: {
    missing: 'This server does not change the metadata of threads.',
    unreported: 'changes the metadata of threads',
  },
  threadDeletion: { missing: 'This server does not delete threads.', unreported: 'deletes threads' },
  threadState: {
    missing: 'This server does not offer the state of threads.',
    unreported: 'offers the state of threads',
  },
  threadHistory: {
    missing: 'This server does not offer the history of threads.',
    unreported: 'offers the history of threads',
  },
  stateUpdates: {
    missing: 'This server does not accept edits of states.',
    unreported: 'accepts edits of states',
  },
  subgraphState: {
    missing: 'This server does not offer the states of subgraphs.',
    unreported: 'offers the states of subgraphs',
  },
  threadCopy: { missing: 'This server does not copy threads.', unreported: 'copies threads' },
  threadCount: { missing: 'This server does not count threads.', unreported: 'counts threads' },
  prune: { missing: 'This server does not support pruning threads.', unreported: 'can prune threads' },
  threadStorage: {
    missing: 'This server does not report how much its threads store.',
    unreported: 'reports how much its threads store',
  },
  threadFilters: {
    missing: 'This server ignores filters of threads, so the studio applies them.',
    unreported: 'filters threads',
    how: filtered,
  },
  runs: { missing: 'This server does not stream runs.', unreported: 'streams runs' },
  backgroundRuns: {
    missing: 'This server does not start runs in the background.',
    unreported: 'runs in the background',
  },
  statelessRuns: {
    missing: 'This server does not run without a thread.',
    unreported: 'runs without a thread',
  },
  joinRuns: {
    missing: 'This server does not let you follow a run that was started elsewhere.',
    unreported: 'lets you follow a run that was started elsewhere',
  },
  resumption: {
    missing: 'This server does not resume a stream that was cut off.',
    unreported: 'resumes a stream that was cut off',
    how: run,
  },
  cancelRuns: { missing: 'This server does not stop runs.', unreported: 'stops runs' },
  cancelRollback: {
    missing: 'This server does not roll back what a stopped run has written.',
    unreported: 'rolls back what a stopped run has written',
  },
  deleteRuns: { missing: 'This server does not delete runs.', unreported: 'deletes runs' },
  runFilters: {
    missing: 'This server ignores filters of runs, so the studio applies them.',
    unreported: 'filters runs',
    how: filtered,
  },
  enqueueRuns: {
    missing: 'This server does not queue a run behind the active one of its thread.',
    unreported: 'queues runs',
    how: run,
  },
  interruptRuns: {
    missing: 'This server does not interrupt the active run of a thread for a new one.',
    unreported: 'interrupts the active run of a thread for a new one',
    how: run,
  },
  rollbackRuns: {
    missing: 'This server does not roll back the active run of a thread for a new one.',
    unreported: 'rolls back the active run of a thread for a new one',
    how: run,
  },
  durability: {
    missing: 'This server ignores the durability option.',
    unreported: 'applies the durability option',
    how: 'Check what a run writes to find out.',
  },
  streamModes: {
    missing: 'This server does not support every stream mode.',
    unreported: 'supports every stream mode',
    how: run,
  },
  threadStream: {
    missing: 'This server does not stream the runs of a thread as they come.',
    unreported: 'streams the runs of a thread as they come',
  },
  eventStreaming: {
    missing: 'This server does not offer the event-streaming protocol.',
    unreported: 'offers the event-streaming protocol',
  },
  store: { missing: 'This server has no memory (store).', unreported: 'has a memory (store)' },
  storeChanges: {
    missing: 'This server does not allow changes to its memory (store).',
    unreported: 'allows changes to its memory',
  },
  storeFilters: {
    missing: 'This server ignores filters of its memory (store), so the studio applies them.',
    unreported: 'filters its memory',
    how: filtered,
  },
  crons: { missing: 'This server does not support crons.', unreported: 'supports crons' },
  cronFilters: {
    missing: 'This server ignores filters of crons, so the studio applies them.',
    unreported: 'filters crons',
    how: filtered,
  },
  webhooks: {
    missing: 'Runs on this server do not support webhooks.',
    unreported: 'calls webhooks',
    how: 'Start a run with a webhook to find out.',
  },
  loopbackWebhooks: {
    missing: 'This server refuses webhooks to loopback addresses by default.',
    unreported: 'calls webhooks at loopback addresses',
    how: 'Start a run with a webhook to find out.',
  },
};

/** What is known of a server that has not said anything. */
export const unreportedCapabilities: Capabilities = Object.fromEntries(
  Object.entries(sentences).map(
    ([name, { unreported, how = 'Try it to find out.' }]): [string, Capability] => [
      name,
      { available: null, reason: `This server does not report whether it ${unreported}. ${how}` },
    ],
  ),
) as Capabilities;

/** A capability that is known, with the reason if it is missing. */
export function knownCapability(
  name: CapabilityName,
  available: boolean,
  source: NonNullable<Capability['source']>,
): Capability {
  return { available, reason: available ? null : sentences[name].missing, source };
}
