import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { formatJson } from 'exact-json';
import { useUnavailable } from '../../rpc/server-features.ts';
import type { StateUpdateResult, ThreadState } from '../../../shared/model/thread.ts';
import { useCommandHandler } from '../../commands/command-queue.ts';
import type { CheckpointSelection } from '../../shared-ui/checkpoint.ts';
import { draftIdsUnder, draftKey, useDraft } from '../../storage/drafts.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { failedAction } from '../../ui/display/describe-error.ts';
import { shortId } from '../../ui/display/format.ts';
import { showToast } from '../../ui/popups/toast-store.ts';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { EditForm } from './EditForm.tsx';
import { SaveNotice } from './SaveNotice.tsx';
import {
  draftKeyParts,
  type EditBase,
  type EditStart,
  type StateEditorProps,
  type EditedSubgraph,
} from './editor-props.ts';
import { useReportUnsavedEdit } from './unsaved-edit.ts';
import styles from '../state.module.css';

export function StateEditor(props: StateEditorProps) {
  const { connectionId, threadId, state, subgraph, isHead, onCheckpoint, onOpenCheckpoint } = props;
  const { checkpointId } = state;
  const [base, setBase] = useState<EditBase | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  const isMounted = useIsMounted();

  // Picking another checkpoint closes the edit; its draft stays stored.
  const editBase = base && (base.checkpointId === checkpointId || (base.isHead && isHead)) ? base : null;
  const editedId = editBase === null ? checkpointId : editBase.checkpointId;
  const [draft] = useDraft(draftKey('state', ...draftKeyParts(connectionId, threadId, editedId, subgraph)));
  useReportUnsavedEdit(draft !== null);
  const open = (
    asNode: string | null,
    start: EditStart,
    { checkpointId: from, valuesText }: EditedState = state,
  ): void => {
    setSaved(null);
    const turn = (base?.turn ?? 0) + 1;
    if (editBase) return setBase({ ...editBase, asNode, start, turn });
    const startText = formatJson(valuesText);
    setBase({ checkpointId: from, subgraph, valuesText, startText, isHead, asNode, start, turn });
  };
  const unavailable = useUnavailable(connectionId, 'threads.updateState');
  useCommandHandler(
    'edit-state',
    ({ asNode, message }) =>
      open(asNode ?? editBase?.asNode ?? null, message === null ? asJson : { look: 'messages', ...message }),
    (command) =>
      props.isStale !== true &&
      unavailable === null &&
      command.connectionId === connectionId &&
      command.threadId === threadId &&
      (command.checkpointNs === null || command.checkpointNs === (subgraph?.checkpointNs ?? '')),
  );
  if (editBase) {
    return (
      <EditForm
        key={`${editBase.checkpointId} ${editBase.turn}`}
        {...props}
        base={editBase}
        moved={editBase.checkpointId !== checkpointId}
        onClose={() => setBase(null)}
        onSaved={(result, run) => {
          setBase(null);
          setSaved({ result, runProblem: run.problem });
          if (run.problem !== null && !isMounted())
            showToast(failedAction(runNotStarted, run.problem), 'fail');
          const { checkpointId: savedId } = result.state;
          const runs = run.wasRequested && run.problem === null;
          // A subgraph's new checkpoint isn't one of the thread, which may have newer ones; the checkpoint of
          // a run is.
          if (!subgraph || runs || savedId === null) onCheckpoint(null);
          else if (!editBase.isHead) onOpenCheckpoint(innerSelection(subgraph, savedId));
        }}
      />
    );
  }
  // Whether the thread has a state is not known yet.
  if (props.isStale === true && checkpointId === null) return null;
  // Of a checkpoint that was the newest once, or of the time before there was one.
  const otherId = isHead && !subgraph ? lastOtherDraft(connectionId, threadId, checkpointId) : null;
  const openOther = (id: string): void =>
    id === '' ? open(null, asJson, noState) : onOpenCheckpoint({ checkpointId: id, inner: null });
  return (
    <div className={styles.foot}>
      {saved ? <SaveNotice {...saved} onClose={() => setSaved(null)} /> : null}
      <Button
        icon={<PencilLine size={14} />}
        disabled={unavailable !== null}
        title={unavailable ?? undefined}
        onClick={() => open(null, asJson)}
      >
        {draft !== null
          ? 'Continue editing'
          : checkpointId === null
            ? 'Write the first state'
            : 'Edit state here'}
      </Button>
      {otherId === null ? null : (
        <Button
          variant="ghost"
          disabled={unavailable !== null}
          title={unavailable ?? undefined}
          onClick={() => openOther(otherId)}
        >
          {otherId === '' ? 'Continue writing the first state' : `Go to your edit of ${shortId(otherId)}`}
        </Button>
      )}
    </div>
  );
}

function innerSelection({ rootId, checkpointNs }: EditedSubgraph, checkpointId: string): CheckpointSelection {
  return { checkpointId: rootId, inner: { checkpointNs, checkpointId } };
}

type EditedState = Pick<ThreadState, 'checkpointId' | 'valuesText'>;

const noState: EditedState = { checkpointId: null, valuesText: '{}' };

// The checkpoint of the newest draft that was left behind, whose IDs sort by time; `''` is that of the first state.
function lastOtherDraft(connectionId: string, threadId: string, checkpointId: string | null): string | null {
  const ids = draftIdsUnder('state', connectionId, threadId).filter((id) => id !== (checkpointId ?? ''));
  return ids.toSorted().at(-1) ?? null;
}

interface Saved {
  readonly result: StateUpdateResult;
  readonly runProblem: unknown;
}

const runNotStarted = 'The edit is saved, but the run was not started';

const asJson: EditStart = { look: 'json' };
