import { fc } from '../fast-check.ts';

/** A task of a plan; see `real-server/story-graph.mjs`. */
interface PlannedTask {
  readonly node: string;
  readonly isSent?: boolean;
  readonly item?: string;
  readonly waitMs?: number;
  /** A file until whose creation it waits: whoever makes it has seen that the task runs. */
  readonly untilFile?: string;
  readonly questions?: number;
  readonly failures?: number;
}

/** What the graph `story` is to do: each stage is a superstep of tasks. */
export interface StoryPlan {
  readonly stages: readonly (readonly PlannedTask[])[];
  readonly inner: Readonly<Record<string, readonly (readonly PlannedTask[])[]>>;
  /** How often `call` calls its subgraph. */
  readonly calls: number;
}

/** How a client asks for a run. */
export type RunDoor = 'wait' | 'create' | 'stream' | 'commands';

interface RunLimits {
  readonly interruptBefore?: readonly string[];
  readonly interruptAfter?: readonly string[] | '*';
  readonly recursionLimit?: number;
}

/** What clients do to a thread. An index chooses among what is there, and is taken modulo its number. */
export type StoryAct =
  | { readonly kind: 'run'; readonly door: RunDoor; readonly plan: StoryPlan; readonly limits: RunLimits }
  | { readonly kind: 'continue'; readonly door: RunDoor; readonly limits: RunLimits }
  | { readonly kind: 'resumeOne'; readonly index: number }
  | { readonly kind: 'resumeAll' }
  | { readonly kind: 'goto'; readonly node: string }
  | { readonly kind: 'fork'; readonly index: number; readonly limits: RunLimits }
  | { readonly kind: 'edit'; readonly index: number | null; readonly asNode: string }
  | { readonly kind: 'editInner'; readonly index: number; readonly asNode: string }
  | {
      readonly kind: 'cancel';
      readonly plan: StoryPlan;
      readonly afterMs: number;
      readonly isRollback: boolean;
    }
  | {
      readonly kind: 'twoRuns';
      readonly plans: readonly [StoryPlan, StoryPlan];
      readonly strategy: 'enqueue' | 'interrupt' | 'rollback' | 'reject';
      readonly afterMs: number;
    }
  | { readonly kind: 'cutStream'; readonly plan: StoryPlan; readonly afterMs: number };

export interface Story {
  readonly acts: readonly StoryAct[];
}

const plainNodes = ['a', 'b', 'c', 'again', 'jump'] as const;
const waits = fc.constantFrom(0, 0, 0, 5, 20, 50);
const questions = fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, 2);

const plainTask = (node: fc.Arbitrary<string>): fc.Arbitrary<PlannedTask> =>
  fc.record({
    node,
    waitMs: waits,
    questions,
    failures: fc.nat({ max: 29 }).map((drawn) => (drawn > 1 ? 0 : drawn === 1 ? 1 : 9)),
  });

function stageOf(graphs: readonly string[]): fc.Arbitrary<readonly PlannedTask[]> {
  const plain = plainTask(fc.constantFrom(...plainNodes));
  const single: fc.Arbitrary<PlannedTask> =
    graphs.length === 0
      ? plain
      : fc.oneof(
          { weight: 2, arbitrary: plain },
          { weight: 1, arbitrary: fc.record({ node: fc.constantFrom(...graphs) }) },
        );
  const parallel = fc.uniqueArray(single, { minLength: 2, maxLength: 4, selector: ({ node }) => node });
  const sent = fc
    .array(
      plainTask(fc.constantFrom('a', 'b', ...graphs.filter((name) => name !== 'own' && name !== 'call'))),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((tasks) => tasks.map((task, index) => ({ ...task, isSent: true, item: String(index) })));
  return fc.oneof(
    { weight: 5, arbitrary: single.map((task) => [task]) },
    { weight: 2, arbitrary: parallel },
    { weight: 1, arbitrary: sent },
  );
}

const stagesOf = (graphs: readonly string[], maxLength: number): fc.Arbitrary<StoryPlan['stages']> =>
  fc.array(stageOf(graphs), { minLength: 1, maxLength });

const plans: fc.Arbitrary<StoryPlan> = fc.record({
  stages: stagesOf(['sub', 'own', 'call'], 4),
  inner: fc.record({
    sub: stagesOf(['deep'], 2),
    deep: stagesOf([], 2),
    own: stagesOf([], 2),
    call: stagesOf([], 1),
  }),
  calls: fc.constantFrom(1, 1, 2),
});

const doors = fc.constantFrom<RunDoor>('wait', 'create', 'stream', 'commands');

const limits: fc.Arbitrary<RunLimits> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ interruptAfter: '*' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ interruptBefore: fc.subarray([...plainNodes, 'sub', 'own'], { minLength: 1 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ interruptAfter: fc.subarray([...plainNodes, 'sub', 'own'], { minLength: 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ recursionLimit: fc.integer({ min: 2, max: 5 }) }) },
);

const index = fc.nat({ max: 40 });
const afterMs = fc.integer({ min: 0, max: 150 });
const asNode = fc.constantFrom('a', 'b', 'jump', 'enter', 'sub', 'gather');

const firstAct: fc.Arbitrary<StoryAct> = fc.record({
  kind: fc.constant('run' as const),
  door: doors,
  plan: plans,
  limits,
});

const laterActs: fc.Arbitrary<StoryAct> = fc.oneof(
  { weight: 2, arbitrary: firstAct },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('continue' as const), door: doors, limits }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('resumeOne' as const), index }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'resumeAll' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('goto' as const), node: fc.constantFrom('a', 'b', 'sub') }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fork' as const), index, limits }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), index: fc.option(index), asNode }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('editInner' as const), index, asNode }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      plan: plans,
      afterMs,
      isRollback: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('twoRuns' as const),
      plans: fc.tuple(plans, plans),
      strategy: fc.constantFrom(
        'enqueue' as const,
        'interrupt' as const,
        'rollback' as const,
        'reject' as const,
      ),
      afterMs,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cutStream' as const), plan: plans, afterMs }) },
);

const stories: fc.Arbitrary<Story> = fc
  .tuple(firstAct, fc.array(laterActs, { maxLength: 5 }))
  .map(([first, later]) => ({ acts: [first, ...later] }));

/** The story of a seed, always the same one. */
export function storyOf(seed: number): Story {
  const [story] = fc.sample(stories, { seed, numRuns: 1 });
  if (story === undefined) throw new Error('fast-check gave no story.');
  return story;
}

/** How a studio follows the runs of a story. */
export interface Following {
  /** The server keeps the events of runs for those who join late. */
  readonly isResumable: boolean;
  /**
   * When runs are joined, in milliseconds after they are listed; `null`: never. The first is that of the oldest run;
   * after the last, the list starts over.
   */
  readonly joinDelays: readonly (number | null)[];
}

/** Runs that are joined at once, in the middle, after their end, and not at all. */
const joinDelays = [
  [0, null, 100],
  [60, 0, 300, null],
  [200, 0],
  [0, 30, 0, 150],
] as const;

/** How the story of a seed is followed; `null` for all but one of `share` seeds. */
export function followingOf(seed: number, share: number): Following | null {
  if (seed % share !== 0) return null;
  const number = Math.trunc(seed / share);
  return {
    isResumable: number % 2 === 0,
    joinDelays: joinDelays[Math.trunc(number / 2) % joinDelays.length] ?? [0],
  };
}
