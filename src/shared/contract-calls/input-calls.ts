import { z } from 'zod';
import { CheckKey, CheckKeyDraft } from '../model/check-key.ts';
import {
  ExternalCheck,
  ExternalChecks,
  InputDraft,
  InputFile,
  InputFileResult,
  InputFolder,
  InputList,
  InputSource,
  InputSummary,
  InputText,
  SavedTest,
  maxInputFiles,
  maxInputLength,
} from '../model/input-file.ts';
import { call } from '../rpc/contract-types.ts';
import { nothing, onServer } from './call-inputs.ts';

const path = z.string().max(1000);
const onInput = onServer.extend({ path });

/**
 * Calls of the contract about inputs: files in the user's project, or in a folder chosen for a server. All fail with
 * `forbidden` while the studio is open to the network, and with `invalid-input` for a path that leads out of the folder.
 */
export const inputCalls = {
  'inputs.list': call(onServer, InputList),
  /** Chooses the folder of a server that has no project. Fails with `invalid-input` if there is no such folder. */
  'inputs.chooseFolder': call(onServer.extend({ folder: z.string().max(4096) }), InputFolder),
  /** Reads some files for rows of the list. One that can't be read has a `problem`. */
  'inputs.summaries': call(onServer.extend({ paths: z.array(path).max(200) }), z.array(InputSummary)),
  /** What the checks of these files reach that nobody has agreed to, each once. Files that can't be read have none. */
  'inputs.externalChecks': call(
    onServer.extend({ paths: z.array(path).min(1).max(maxInputFiles) }),
    ExternalChecks,
  ),
  /** Agrees to them for the inputs of this folder, on this computer. Only after a person was asked. */
  'inputs.allowChecks': call(onServer.extend({ checks: z.array(ExternalCheck).min(1).max(1000) }), nothing),
  /** The keys that HTTP checks name, without their values. */
  'inputs.keys': call(nothing, z.array(CheckKey)),
  /** Stores a key, in place of another of this name and origin. Fails with `invalid-input` or `secret-locked`, and changes nothing then. */
  'inputs.saveKey': call(z.strictObject({ draft: CheckKeyDraft }), z.array(CheckKey)),
  'inputs.forgetKey': call(CheckKey.pick({ origin: true, name: true }), z.array(CheckKey)),
  /** Fails with `not-found`, and with `invalid-input` for a file that is too large or no text. */
  'inputs.read': call(onInput, InputText, { bulk: 'text' }),
  /**
   * Writes a file. `expected`: the revision that it replaces; `null`: it must be new. Fails with `conflict` if it is
   * another one by now, and writes nothing.
   */
  'inputs.save': call(
    onInput.extend({ text: z.string().max(maxInputLength), expected: z.string().nullable() }),
    InputText,
    { bulk: 'text' },
  ),
  /** Fails with `conflict` if `to` exists. */
  'inputs.rename': call(onServer.extend({ from: path, to: path }), InputFile),
  /** Deletes files one by one; a failure does not stop the others. */
  'inputs.delete': call(
    onServer.extend({ paths: z.array(path).min(1).max(maxInputFiles) }),
    z.array(InputFileResult),
  ),
  /**
   * Writes a regression test (`.test.ts` or `.py`) into the folder. Fails with `conflict` if the file exists, unless it
   * `isReplaced`.
   */
  'inputs.saveTest': call(
    onInput.extend({ text: z.string().max(maxInputLength), isReplaced: z.boolean() }),
    SavedTest,
  ),
  /** Makes an input of a run, a node run or a checkpoint. Saves nothing. */
  'inputs.draft': call(onServer.extend({ source: InputSource }), InputDraft),
};
