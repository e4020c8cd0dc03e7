import * as z from 'zod/mini';

const Name = z.string().check(z.maxLength(2000));

/** Something of a graph that has a place in the project's source. Nodes by their IDs; see `GraphNode`. */
export const SourceTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('node'), nodeId: Name }),
  z.strictObject({ kind: z.literal('edge'), source: Name, target: Name }),
  z.strictObject({ kind: z.literal('tool'), name: Name }),
]);
export type SourceTarget = z.infer<typeof SourceTarget>;

/**
 * A place in a file of a project, which a search without running anything has found.
 *
 * - `file`: Relative to the project's folder, with `/`.
 * - `line`, `column`: From 1; columns in UTF-16 units.
 * - `isGuess`: It may be another one.
 * - `reason`: What is there, and why it is a guess, as sentences.
 * - `text`: The line, without the space around it.
 */
export const SourcePlace = z.strictObject({
  file: z.string(),
  line: z.int().check(z.positive()),
  column: z.int().check(z.positive()),
  isGuess: z.boolean(),
  reason: z.string(),
  text: z.string(),
});
export type SourcePlace = z.infer<typeof SourcePlace>;

/** The best place first. `note`: why there is none; `null` if there is one. */
export const SourcePlaces = z.strictObject({
  places: z.array(SourcePlace),
  note: z.nullable(z.string()),
});
export type SourcePlaces = z.infer<typeof SourcePlaces>;

/** A graph of a project on this computer. */
export interface SourceGraph {
  readonly projectId: string;
  readonly graphId: string;
}

/** Something to look for, with the words for it: `plan → write`. */
export interface SourceEntry {
  readonly title: string;
  readonly target: SourceTarget;
}
