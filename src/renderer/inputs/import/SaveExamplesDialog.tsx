import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInput } from '../../../shared/inputs/format-input.ts';
import type { SavedInput } from '../../../shared/inputs/saved-input.ts';
import { toWireError } from '../../../shared/wire-error.ts';
import { countOf } from '../../../shared/count-of.ts';
import { invalidateChanged } from '../../queries/invalidate-changed.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { BulkActionDialog } from '../../shared-ui/BulkActionDialog.tsx';
import type { BulkActionResult } from '../../shared-ui/run-in-batches.ts';
import { showToast } from '../../ui/popups/toast-store.ts';
import { freePathIn } from '../free-path.ts';

interface SaveExamplesDialogProps {
  readonly connectionId: string;
  readonly paths: readonly string[];
  readonly examples: readonly { readonly name: string; readonly input: SavedInput }[];
  readonly folder: string;
  readonly inputsFolder: string;
  readonly onClose: () => void;
}

// For more files than this, the user has to type their number.
const maxUntyped = 100;

export function SaveExamplesDialog(props: SaveExamplesDialogProps) {
  const { connectionId, paths, examples, folder, inputsFolder, onClose } = props;
  const rpc = useRpc();
  const queryClient = useQueryClient();
  // Once: the list of inputs grows as they are saved, and another try must save each example under the same name.
  const [files] = useState(() => filesOf(examples, folder, paths));
  const inputOf = new Map(files.map(({ path, input }) => [path, input]));

  const saveAll = async (chosen: readonly string[]): Promise<readonly BulkActionResult[]> => {
    const results: BulkActionResult[] = [];
    for (const path of chosen) {
      const input = inputOf.get(path);
      if (input === undefined) continue;
      try {
        await rpc.call('inputs.save', { connectionId, path, text: formatInput(input), expected: null });
        results.push({ id: path, problem: null });
      } catch (error) {
        results.push({ id: path, problem: toWireError(error) });
      }
    }
    return results;
  };

  return (
    <BulkActionDialog
      connectionId={connectionId}
      items={files.map(({ path }) => ({ id: path, name: path.replace(/\.json$/, '') }))}
      danger={false}
      maxUntyped={maxUntyped}
      labels={{ verb: 'Import', busy: 'Importing', failed: 'Not imported', nouns: ['input', 'inputs'] }}
      renderDescription={(count) =>
        `Saves ${count === 1 ? 'the example as a file' : 'each example as a file'} in ${inputsFolder}.`
      }
      summaryOf={(results) => {
        const failed = results.filter(({ problem }) => problem !== null).length;
        return `${results.length - failed} imported, ${failed} not imported`;
      }}
      act={saveAll}
      onDone={(saved) => {
        void invalidateChanged(queryClient, queryKeys.inputs(connectionId));
        if (saved.length > 0) showToast(`Imported ${countOf(saved.length, 'input')}.`, 'ok');
      }}
      onClose={onClose}
    />
  );
}

function filesOf(
  examples: SaveExamplesDialogProps['examples'],
  folder: string,
  paths: readonly string[],
): readonly { readonly path: string; readonly input: SavedInput }[] {
  const usedPaths = new Set(paths);
  return examples.map(({ name, input }) => {
    const path = freePathIn(folder, name, usedPaths);
    usedPaths.add(path);
    return { path, input };
  });
}
