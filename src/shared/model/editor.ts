import * as z from 'zod/mini';

/** Editors that the studio can open a file in. */
export const EditorId = z.enum([
  'code',
  'cursor',
  'windsurf',
  'codium',
  'zed',
  'subl',
  'idea',
  'webstorm',
  'pycharm',
]);
export type EditorId = z.infer<typeof EditorId>;

/** `automatic`: the user's custom command, the editor that the environment names, or the first that is installed. */
export const EditorChoice = z.union([z.literal('automatic'), z.literal('custom'), EditorId]);
export type EditorChoice = z.infer<typeof EditorChoice>;

/**
 * Which editor opens source, and which ones there are.
 *
 * - `used`: The name of the one that opens files now; `null` if there is none.
 * - `installed`: Found on this computer.
 * - `customCommand`: Program and arguments of `customCommandFile`; `null` without one. Only that file sets it, and no
 *   call, so that a page can't choose a program.
 * - `problem`: What is wrong with that file, or with `EDITOR`, as sentences.
 */
export const EditorSettings = z.strictObject({
  choice: EditorChoice,
  used: z.nullable(z.string()),
  installed: z.array(z.strictObject({ id: EditorId, name: z.string() })),
  customCommand: z.nullable(z.array(z.string())),
  customCommandFile: z.string(),
  problem: z.nullable(z.string()),
});
export type EditorSettings = z.infer<typeof EditorSettings>;
