import { useMutation } from '@tanstack/react-query';
import { checkpointNsLevels } from '../../../shared/checkpoint-namespace.ts';
import { isInitialCheckpoint } from '../../../shared/model/forked-subgraph.ts';
import { nodesRunAfter } from '../../../shared/thread-record/history.ts';
import type { SubgraphRun } from '../../shared-ui/checkpoint.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { useResetOnReconnect } from '../../shared-ui/use-on-reconnect.ts';
import { formatNodeCounts } from '../../../shared/format-node-counts.ts';
import { useBranchSubgraph } from '../../thread-state/mutations.ts';
import { useRunSession } from '../../runs/run-session.ts';
import { usePins } from '../../shared-ui/stored-pins.ts';
import { useIgnoresPins } from '../../shared-ui/run-stops.ts';
import { ConfirmDialog } from '../../ui/popups/ConfirmDialog.tsx';
import { useWorkbench } from '../use-workbench.ts';
import type { CheckpointRunRequest } from './checkpoint-run-request.ts';
import { requireLauncher } from './require-launcher.ts';
import styles from './RunFromCheckpointDialog.module.css';

export interface RunFromCheckpointDialogProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly request: CheckpointRunRequest;
  readonly onClose: () => void;
}

export function RunFromCheckpointDialog(props: RunFromCheckpointDialogProps) {
  const { connectionId, threadId, request, onClose } = props;
  const session = useRunSession();
  const { checkpoint, inner } = request;
  const { record } = useThreadRecord(connectionId, threadId);
  const after = record === null ? [] : nodesRunAfter(record, checkpoint.checkpointId, inner?.checkpointNs);
  const branch = useBranchSubgraph(connectionId, threadId);
  const run = useMutation({
    mutationFn: async () => {
      const launcher = requireLauncher(session);
      const step = request.step === true;
      if (inner === null)
        await launcher.runFromCheckpoint(threadId, checkpoint.checkpointId, step, request.settings);
      else
        await launcher.launch(
          {
            threadId,
            ...(await branch.mutateAsync({ ...inner, innerCheckpointId: checkpoint.checkpointId })),
          },
          step,
        );
    },
  });
  useResetOnReconnect(connectionId, run);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={titleOf(request)}
      body={
        inner === null ? (
          <RunMessage request={request} after={after} />
        ) : (
          <InnerMessage asked={request} inner={inner} after={after} />
        )
      }
      confirmLabel="Run"
      busyLabel="Starting"
      action={run}
      onConfirm={() => run.mutateAsync()}
    />
  );
}

function titleOf({ nodeId, step, isFirst }: CheckpointRunRequest): string {
  if (nodeId === null) return 'Run from this checkpoint?';
  if (isFirst === true) return `Run ${nodeId}?`;
  return step === true ? `Run ${nodeId} again?` : `Run from the checkpoint before ${nodeId}?`;
}

interface RunMessageProps extends Pick<RunFromCheckpointDialogProps, 'request'> {
  /** Nodes that ran later on its branch. */
  readonly after: readonly string[];
}

function RunMessage({ request, after }: RunMessageProps) {
  const { server, selection, assistant } = useWorkbench();
  const ignoresPins = useIgnoresPins();
  const pins = usePins({ connectionId: selection.connectionId ?? '', graphId: assistant?.graphId ?? '' });
  const { checkpoint, step: isStep, isFirst } = request;
  const { next, step, subgraphs = [] } = checkpoint;
  const pinned = ignoresPins ? undefined : pins.all.find(({ nodeId }) => next.includes(nodeId));
  const names = [...new Set(subgraphs.map(({ nodeId }) => nodeId))];
  const version = server?.health?.server?.runtimeVersion ?? null;
  return (
    <span className={styles.description}>
      <span>
        {formatNodeCounts(next)} {next.length === 1 ? 'runs' : 'run'}
        {isFirst === true ? '' : ' again'} from the checkpoint
        {step === null ? '' : ` (step ${step})`}
        {isStep === true
          ? ', then the run pauses'
          : `, then the nodes after it${after.length === 0 ? '' : ` (last time: ${after.join(', ')})`}`}
        . This creates a fork; later checkpoints are kept.
      </span>
      {pinned === undefined ? null : (
        <span>
          <b>{pinned.nodeId}</b> is pinned: its pinned output is written instead, and the run begins after it.
          Unpin it, or ignore pins in the run sheet, to run it.
        </span>
      )}
      {names.length === 0 ? null : (
        <span>
          {names.join(' and ')}{' '}
          {names.length === 1 ? 'is a subgraph: it starts' : 'are subgraphs: they start'} from the beginning,
          not where {names.length === 1 ? 'it was' : 'they were'}, with LangGraph 1.1.7 or newer. This server{' '}
          {version === null ? 'does not report its LangGraph version' : `has ${version}`}.
        </span>
      )}
      {request.settings === undefined ? null : (
        <span>
          Only this run uses the settings in the Node tab; they are not saved. Settings that you left out use
          the assistant’s values.
        </span>
      )}
      {runSettingsNote}
    </span>
  );
}

function InnerMessage({ asked: { checkpoint, step: isStep }, inner, after }: InnerWordsProps) {
  const { next, step } = checkpoint;
  const name = checkpointNsLevels(inner.checkpointNs).at(-1)?.name ?? 'the subgraph';
  const rest =
    isStep === true
      ? `then the rest of ${name}. The run pauses after it, because servers cannot pause inside a subgraph`
      : `then the nodes after it${after.length === 0 ? '' : ` (last time: ${after.join(', ')})`}`;
  if (isInitialCheckpoint(checkpoint)) {
    return (
      <span className={styles.description}>
        <span>
          Nothing of <b>{name}</b> has run here yet, so it starts over: the run continues from the checkpoint
          that ran it, {rest}. This creates a fork; later checkpoints are kept.
        </span>
        {runSettingsNote}
      </span>
    );
  }
  return (
    <span className={styles.description}>
      <span>
        {next.length === 0 ? (
          <>
            <b>{name}</b> is finished here: it returns this state, and the nodes after it run again.
          </>
        ) : (
          <>
            {next.join(' and ')} {next.length === 1 ? 'runs' : 'run'} again inside <b>{name}</b>
            {step === null ? '' : ` (its step ${step})`}, {rest}.
          </>
        )}{' '}
        Later checkpoints are kept.
      </span>
      <span>
        Servers cannot start a run inside a subgraph. So the parent checkpoint is copied, the state of the
        subgraph is written into the copy, and the run continues from there. Nodes that ran in parallel with
        the subgraph run again too. If this is still the current state of the thread, it simply continues.
      </span>
      {runSettingsNote}
    </span>
  );
}

interface InnerWordsProps {
  readonly asked: CheckpointRunRequest;
  readonly inner: SubgraphRun;
  readonly after: readonly string[];
}

const runSettingsNote = (
  <span>Uses the options in the run sheet and the graph’s current code, which may have changed since.</span>
);
