import type { WireServerInfo } from '../http/api-types.ts';

// What some servers do otherwise than others. The files of this folder have what follows from each.
export type ServerTrait =
  /** A page of runs is the end of a slice, oldest first. */
  | 'listsOldestRunsFirst'
  /** `before` of a history read is an id, not a checkpoint. */
  | 'takesHistoryEndAsId'
  /** `subgraphs` in a body is a text. */
  | 'takesSubgraphsFlagAsText'
  /** A thread remembers the checkpoint of a run and starts all later runs there. */
  | 'remembersCheckpoint'
  /** Values that count as false are taken for no answer, but ids of interrupts are known. */
  | 'dropsFalsyResume'
  /** Deleting a thread during a run breaks a worker. */
  | 'breaksOnDeletionDuringRun'
  /** Has no route that cancels several runs. */
  | 'cancelsOneByOne'
  /** Joining a failed run returns values. */
  | 'hidesFailureOfJoinedRun'
  /** Every route takes the name of a graph for an assistant. */
  | 'takesGraphNames'
  /** Events of the protocol are numbered by thread, not by connection. */
  | 'numbersEventsByThread'
  /** A run that comes back to a superstep of a subgraph runs its finished tasks again. */
  | 'repeatsFinishedInSubgraphs'
  /** What an edit writes in the name of a node does not become the result of its task. */
  | 'keepsResultsFromEdits'
  /** Saves its data once nothing but searches of threads asked for it for some seconds. */
  | 'savesWhenIdle'
  /** Runs with `values` and subgraphs fail unless they ask for `checkpoints`. */
  | 'needsCheckpointsWithValues';

interface KnownTrait {
  readonly trait: ServerTrait;
  readonly context: string;
  // All versions if omitted.
  readonly versions?: readonly string[];
}

// Measured (docs/protocol.md, Rules for clients).
const knownTraits: readonly KnownTrait[] = [
  { trait: 'listsOldestRunsFirst', context: 'js' },
  { trait: 'takesHistoryEndAsId', context: 'js' },
  { trait: 'takesSubgraphsFlagAsText', context: 'js' },
  { trait: 'remembersCheckpoint', context: 'js' },
  { trait: 'dropsFalsyResume', context: 'js' },
  { trait: 'breaksOnDeletionDuringRun', context: 'js' },
  { trait: 'cancelsOneByOne', context: 'js' },
  { trait: 'hidesFailureOfJoinedRun', context: 'js' },
  { trait: 'takesGraphNames', context: 'js' },
  { trait: 'numbersEventsByThread', context: 'js' },
  { trait: 'repeatsFinishedInSubgraphs', context: 'js' },
  { trait: 'keepsResultsFromEdits', context: 'js' },
  { trait: 'savesWhenIdle', context: 'js' },
  { trait: 'needsCheckpointsWithValues', context: 'js', versions: ['2.0.0'] },
];

/** Detects what a server does differently from others, by what its `GET /info` says of its language and version. */
export function traitsOf({
  context,
  version = '',
}: Pick<WireServerInfo, 'context' | 'version'>): ReadonlySet<ServerTrait> {
  const traits = knownTraits.filter(
    (row) => row.context === context && (row.versions?.includes(version) ?? true),
  );
  return new Set(traits.map(({ trait }) => trait));
}
