import { pickMemberTexts } from 'exact-json';
import { z } from 'zod';
import { ImportedPart, ImportedValues } from '../../shared/model/imported-values.ts';
import type { LineFile } from './line-file.ts';
import { parseJson } from '../../shared/parse-json.ts';

const threadIdText = z.string().max(1000);

/** A line of `values.ndjson` (docs/recording-format.md). */
export const ImportedValuesLine = ImportedPart.extend({ thread_id: threadIdText, ...ImportedValues.shape });
export type ImportedValuesLine = z.infer<typeof ImportedValuesLine>;

const indexes = new WeakMap<LineFile, Promise<ReadonlyMap<string, number>>>();
const nothing: ImportedValues = { input: null, output: null };

/** The input and output of a run or an execution, as far as the file has them. */
export async function readImportedValues(
  file: LineFile,
  threadId: string,
  part: ImportedPart,
): Promise<ImportedValues> {
  let index = indexes.get(file);
  if (index === undefined) {
    index = indexOf(file);
    indexes.set(file, index);
    index.catch(() => indexes.delete(file));
  }
  const row = (await index).get(keyOf(threadId, part));
  if (row === undefined) return nothing;
  const { data } = ImportedValuesLine.safeParse(parseJson(await file.line(row)));
  return data === undefined ? nothing : { input: data.input, output: data.output };
}

// Only where each is: the values may be large.
async function indexOf(file: LineFile): Promise<ReadonlyMap<string, number>> {
  const index = new Map<string, number>();
  let row = 0;
  for await (const line of file.all()) {
    const names = namesOf(line);
    if (names !== undefined) index.set(keyOf(names.thread_id, names), row);
    row += 1;
  }
  return index;
}

const Names = ImportedPart.extend({ thread_id: threadIdText });

function namesOf(line: string): z.infer<typeof Names> | undefined {
  try {
    const members = pickMemberTexts(line, ['thread_id', 'of', 'id']);
    const parsed = [...members].map(([name, text]) => [name, parseJson(text) ?? null]);
    return Names.safeParse(Object.fromEntries(parsed)).data;
  } catch {
    return undefined;
  }
}

function keyOf(threadId: string, { of, id }: ImportedPart): string {
  return JSON.stringify([threadId, of, id]);
}
