import { z } from 'zod';

/** A value as an export of another tool has it: JSON. `text`: `null` if it is longer than an import keeps. `length`: in characters. */
export const ImportedValue = z.strictObject({ text: z.string().nullable(), length: z.int().nonnegative() });
export type ImportedValue = z.infer<typeof ImportedValue>;

/** Of a run or an execution of an import. `null`: the export does not say. */
export const ImportedValues = z.strictObject({
  input: ImportedValue.nullable(),
  output: ImportedValue.nullable(),
});
export type ImportedValues = z.infer<typeof ImportedValues>;

/** `id`: of the run or the execution. */
export const ImportedPart = z.strictObject({
  of: z.enum(['run', 'execution']),
  id: z.string().max(1000),
});
export type ImportedPart = z.infer<typeof ImportedPart>;

/** Longest text of a value that an import keeps, in characters. */
export const maxImportedLength = 256 * 1024;
