import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toWireError } from '../../shared/wire-error.ts';
import { invalidateChanged } from '../queries/invalidate-changed.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { BulkActionDialog } from '../shared-ui/BulkActionDialog.tsx';
import type { BulkActionResult } from '../shared-ui/run-in-batches.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import { ChooseInputsFolder } from './ChooseInputsFolder.tsx';
import { freePath } from './free-path.ts';
import { useInputs } from './queries.ts';

export interface AddInputsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly runs: readonly { readonly threadId: string; readonly runId: string; readonly title: string }[];
  readonly onClose: () => void;
}

const title = 'Add to inputs';
// Runs that are read at a time.
const readsAtOnce = 4;
// Files that are written without typing their number.
const maxUntyped = 100;

// Saves the inputs of several runs, each as a file that is named after it.
export function AddInputsDialog({ connectionId, serverName, runs, onClose }: AddInputsDialogProps) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  const inputs = useInputs(connectionId);
  // Paths that were written by this dialog, which the list may not have yet.
  const written = useRef(new Set<string>());
  if (!inputs.data) {
    return (
      <Dialog
        open
        onOpenChange={(open) => (open ? undefined : onClose())}
        title={title}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {inputs.error ? (
          <ErrorNotice action={null} error={inputs.error} onRetry={() => void inputs.refetch()} />
        ) : (
          <Loading>Reading the list of inputs</Loading>
        )}
      </Dialog>
    );
  }
  const { folder, files } = inputs.data;
  if (folder === null) {
    return (
      <ChooseInputsFolder
        title={title}
        connectionId={connectionId}
        serverName={serverName}
        onClose={onClose}
      />
    );
  }
  const byId = new Map(runs.map((run) => [run.runId, run]));

  const save = async (runId: string): Promise<BulkActionResult> => {
    try {
      const source = { kind: 'run', threadId: byId.get(runId)?.threadId ?? '', runId } as const;
      const { graph, name, text } = await rpc.call('inputs.draft', { connectionId, source });
      const path = freePath(graph, name, new Set([...files.map((file) => file.path), ...written.current]));
      // Before it is written, so that another run does not get the same name meanwhile.
      written.current.add(path);
      await rpc.call('inputs.save', { connectionId, path, text, expected: null });
      return { id: runId, problem: null };
    } catch (error) {
      return { id: runId, problem: toWireError(error) };
    }
  };
  const saveAll = async (runIds: readonly string[]): Promise<BulkActionResult[]> => {
    const results: BulkActionResult[] = [];
    for (let start = 0; start < runIds.length; start += readsAtOnce)
      for (const result of await Promise.all(runIds.slice(start, start + readsAtOnce).map(save)))
        results.push(result);
    return results;
  };

  return (
    <BulkActionDialog
      connectionId={connectionId}
      items={runs.map(({ runId, title: name }) => ({ id: runId, name, tooltip: runId }))}
      danger={false}
      maxUntyped={maxUntyped}
      labels={{
        verb: 'Save',
        busy: 'Saving',
        failed: 'Not saved',
        nouns: ['input', 'inputs'],
      }}
      renderDescription={(count) => (
        <>
          Saves the input of {count === 1 ? 'the run' : 'each run'} with its own config and context, as{' '}
          {count === 1 ? 'a file' : 'files'} in {folder.folder}
        </>
      )}
      summaryOf={(results) => {
        const failed = results.filter(({ problem }) => problem !== null).length;
        return `${results.length - failed} saved, ${failed} not saved`;
      }}
      act={saveAll}
      onDone={(runIds) => {
        void invalidateChanged(queryClient, queryKeys.inputs(connectionId));
        if (runIds.length > 0)
          showToast(`Saved ${runIds.length === 1 ? 'an input' : `${runIds.length} inputs`}.`, 'ok');
      }}
      onClose={onClose}
    />
  );
}
