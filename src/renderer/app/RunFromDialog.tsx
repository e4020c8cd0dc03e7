import type { RefObject } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import type { RunStarter } from '../client/run-starter.ts';
import type { Server } from '../connections/queries.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import styles from './RunFromDialog.module.css';

/** A run that is to go on from a checkpoint, before anybody said yes. */
export interface RunFrom {
  readonly checkpoint: CheckpointSummary;
  /** The node whose last checkpoint it is, when a node was asked for. */
  readonly nodeId: string | null;
  /** Nodes that ran later on its branch. */
  readonly after: readonly string[];
  /** A checkpoint of one of its subgraphs was asked for. */
  readonly inner: boolean;
}

interface RunFromDialogProps {
  readonly asked: RunFrom;
  readonly server: Server | null;
  /** Starts runs in the dock. */
  readonly starter: RefObject<RunStarter | null>;
  readonly onClose: () => void;
}

/** Says what will run again, and with what, before it does. */
export function RunFromDialog({ asked, server, starter, onClose }: RunFromDialogProps) {
  const { checkpoint, nodeId } = asked;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={nodeId === null ? 'Run from this checkpoint?' : `Run from the checkpoint before ${nodeId}?`}
      body={<RunWords asked={asked} server={server} />}
      confirmLabel="Run"
      busyLabel="Starting"
      onConfirm={() => {
        if (!starter.current) return Promise.reject(noDock());
        return starter.current.runFrom(checkpoint.checkpointId);
      }}
    />
  );
}

function RunWords({ asked, server }: Pick<RunFromDialogProps, 'asked' | 'server'>) {
  const { checkpoint, after, inner } = asked;
  const { next, step, subgraphs = [] } = checkpoint;
  const names = [...new Set(subgraphs.map(({ nodeId }) => nodeId))];
  const version = server?.health?.server?.runtimeVersion ?? null;
  return (
    <span className={styles.words}>
      <span>
        {next.join(' and ')} {next.length === 1 ? 'runs' : 'run'} again from the checkpoint
        {step === null ? '' : ` (step ${step})`}, and then what follows
        {after.length === 0 ? '' : ` (last time: ${after.join(', ')})`}. A fork is made; later checkpoints
        stay.
      </span>
      {inner ? (
        <span>
          Servers can’t begin inside of a subgraph: the run begins at the thread’s checkpoint that ran it. To
          change what the subgraph goes on with, edit its state there.
        </span>
      ) : null}
      {names.length === 0 ? null : (
        <span>
          {names.join(' and ')}{' '}
          {names.length === 1 ? 'is a subgraph: it starts' : 'are subgraphs: they start'} from the beginning,
          not where {names.length === 1 ? 'it was' : 'they were'}, with LangGraph 1.1.7 or newer. This server{' '}
          {version === null ? 'does not tell its LangGraph version' : `has ${version}`}.
        </span>
      )}
      <span>
        It uses the options of the run dock and the graph’s code as the server has it now, which may have
        changed since.
      </span>
    </span>
  );
}

function noDock(): AppError {
  return new AppError('internal', 'The run dock is not there.', { hint: 'Show it, and try again.' });
}
