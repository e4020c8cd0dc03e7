import { z } from 'zod';
import { EditorChoice, EditorSettings } from '../model/editor.ts';
import { SourcePlaces, SourceTarget } from '../model/source.ts';
import { call } from '../rpc/contract-types.ts';
import { nothing } from './call-inputs.ts';

/** Calls about the source of projects on this computer. No call takes a program or arguments. */
export const sourceCalls = {
  /** Where something of a graph is, by reading the project's files. Runs nothing. */
  'source.find': call(
    z.strictObject({ projectId: z.string(), graphId: z.string().max(2000), target: SourceTarget }),
    SourcePlaces,
  ),
  /**
   * Opens a file of the project in the user's editor. Resolves with the editor's name. Fails with `invalid-input` for a
   * file that is not in the folder, and with `unsupported` without an editor.
   */
  'source.open': call(
    z.strictObject({
      projectId: z.string(),
      file: z.string().max(4096),
      line: z.int().positive(),
      column: z.int().positive(),
    }),
    z.strictObject({ editor: z.string() }),
  ),
  'source.editors': call(nothing, EditorSettings),
  'source.chooseEditor': call(z.strictObject({ choice: EditorChoice }), EditorSettings),
};
