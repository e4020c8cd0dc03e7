import type { ImportedPart, ImportedValue } from '../../shared/model/imported-values.ts';
import { maxImportedLength } from '../../shared/model/imported-values.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useCallQuery } from '../queries/use-call.ts';
import { sizeText } from '../ui/display/format.ts';

/** What an export of another tool says went into a run or an execution, and came out. */
export function useImportedValues(
  connectionId: string,
  threadId: string,
  part: ImportedPart,
  isNeeded = true,
) {
  return useCallQuery(
    [...queryKeys.history(connectionId, threadId), 'imported', part.of, part.id],
    'recordings.importedValues',
    { connectionId, threadId, ...part },
    { enabled: isNeeded },
  );
}

/** Why the text of a value is not there. */
export function missingValueText(value: ImportedValue | null): string {
  return value === null
    ? 'The export does not have it.'
    : `It has ${value.length.toLocaleString('en')} characters; an import keeps values of up to ${sizeText(maxImportedLength)}. The file that was imported has it.`;
}
