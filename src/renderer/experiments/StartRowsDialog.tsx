import type { Experiment } from '../../shared/model/experiment.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { ConfirmDialog } from '../ui/popups/ConfirmDialog.tsx';
import { ExternalChecksNotice } from './ExternalChecksNotice.tsx';
import { useChecksOfRows, type RowsToStart, type StartedRows, type useStartRows } from './queries.ts';

interface StartRowsDialogProps {
  readonly experiment: Experiment;
  readonly rows: RowsToStart['rows'];
  readonly start: ReturnType<typeof useStartRows>;
  readonly onStarted: (started: StartedRows) => void;
  readonly onClose: () => void;
}

export const startLabels: Readonly<Record<RowsToStart['rows'], string>> = {
  all: 'Run again',
  failed: 'Rerun failed',
  unsent: 'Resume',
};

// Asks about checks that nobody has allowed before rows are started: their files may have changed.
export function StartRowsDialog({ experiment, rows, start, onStarted, onClose }: StartRowsDialogProps) {
  const { name, inputsConnectionId } = experiment;
  const external = useChecksOfRows(experiment, rows);
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={rows === 'unsent' ? `Resume “${name}”?` : `Run “${name}” again?`}
      body="Each input runs as its file is now, on a new thread."
      confirmLabel={startLabels[rows]}
      busyLabel="Starting"
      action={start}
      onConfirm={async () => {
        const started = await start.mutateAsync({ experiment, rows, isAsked: true });
        if (started !== null) onStarted(started);
      }}
    >
      {external.data && inputsConnectionId !== null ? (
        <ExternalChecksNotice connectionId={inputsConnectionId} external={external.data} />
      ) : external.error ? (
        <ErrorNotice action="Could not read what the checks need" error={external.error} />
      ) : (
        <Loading>Reading what the checks need</Loading>
      )}
    </ConfirmDialog>
  );
}
