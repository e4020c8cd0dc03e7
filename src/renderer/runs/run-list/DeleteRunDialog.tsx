import { BulkActionDialog } from '../../shared-ui/BulkActionDialog.tsx';
import { useDeleteRun } from './mutations.ts';

export interface NamedRun {
  readonly runId: string;
  /** `run #3` */
  readonly runName: string;
}

interface DeleteRunDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threadId: string;
  readonly run: NamedRun;
  readonly onClose: () => void;
}

/** Outlives the row of its run, which may be gone before it is said what became of it. */
export function DeleteRunDialog(props: DeleteRunDialogProps) {
  const { connectionId, serverName, threadId, onClose } = props;
  const { runId, runName } = props.run;
  const remove = useDeleteRun(connectionId, threadId);
  return (
    <BulkActionDialog
      connectionId={connectionId}
      items={[{ id: runId, name: runName, line: `Run ${runId}` }]}
      act={async () => (await remove.mutateAsync(runId)).map(({ runId: id, problem }) => ({ id, problem }))}
      onDone={() => undefined}
      onClose={onClose}
      labels={{
        verb: 'Delete',
        busy: 'Deleting',
        failed: 'was not deleted',
        unknown: 'may have been deleted',
        nouns: ['run', 'runs'],
        title: () => `Delete ${runName} on ${serverName}?`,
      }}
      renderDescription={() =>
        `Run ${runId} is deleted with its checkpoints: the thread returns to its state before them, or is empty. This cannot be undone.`
      }
    />
  );
}
