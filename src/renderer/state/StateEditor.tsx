import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { formatJson } from '../../exact-json/format.ts';
import type { StateUpdateResult, ThreadState } from '../../shared/model/thread.ts';
import { draftKey, useDraft } from '../client/drafts.ts';
import { Button } from '../ui/Button.tsx';
import { EditForm } from './EditForm.tsx';
import { SavedNote } from './SavedNote.tsx';
import { SubgraphEdits } from './SubgraphEdits.tsx';
import { draftPlace, type EditBase, type StateEditorProps } from './editor-props.ts';
import styles from './state.module.css';

/** The foot of the inspector: closed, open with a draft, or telling what came of the last save. */
export function StateEditor(props: StateEditorProps) {
  const { connectionId, threadId, state, isHead, onCheckpoint, editAs } = props;
  const { checkpointId } = state;
  const [base, setBase] = useState<EditBase | null>(null);
  const [saved, setSaved] = useState<StateUpdateResult | null>(null);
  const [draft] = useDraft(draftKey('state', ...draftPlace(connectionId, threadId, checkpointId, null)));
  /** Where the inspector was when the edit began: a subgraph's state has ids of its own. */
  const [from, setFrom] = useState<string | null>(null);

  // The edit of another checkpoint is put away when the user picks a different one; its draft is kept.
  const shown = base && (from === checkpointId || (base.isHead && isHead)) ? base : null;
  const open = (
    of: ThreadState,
    subgraph: EditBase['subgraph'] = null,
    asNode: string | null = null,
    ask = 0,
  ): void => {
    const { valuesText } = of;
    setSaved(null);
    setFrom(checkpointId);
    setBase({
      checkpointId: of.checkpointId,
      subgraph,
      valuesText,
      startText: formatJson(valuesText),
      isHead,
      asNode,
      ask,
    });
  };
  const [seenAsk, setSeenAsk] = useState(editAs?.ask ?? 0);
  if (editAs && editAs.ask !== seenAsk) {
    setSeenAsk(editAs.ask);
    if (shown && !shown.subgraph) setBase({ ...shown, asNode: editAs.nodeId, ask: editAs.ask });
    else open(state, null, editAs.nodeId, editAs.ask);
  }
  if (shown) {
    return (
      <EditForm
        key={`${shown.checkpointId} ${shown.subgraph?.checkpointNs} ${shown.ask}`}
        {...props}
        base={shown}
        moved={from !== checkpointId}
        onClose={() => setBase(null)}
        onSaved={(result) => {
          setBase(null);
          setSaved(result);
          // A subgraph's new checkpoint is none of the thread's own: what was picked stays picked.
          if (!shown.subgraph) onCheckpoint(null);
        }}
      />
    );
  }
  return (
    <div className={styles.foot}>
      {saved ? <SavedNote result={saved} onClose={() => setSaved(null)} /> : null}
      <Button icon={<PencilLine size={14} />} onClick={() => open(state)}>
        {draft !== null
          ? 'Go on with your edit'
          : checkpointId === null
            ? 'Write the first state'
            : 'Edit state here'}
      </Button>
      <SubgraphEdits
        key={checkpointId}
        connectionId={connectionId}
        threadId={threadId}
        tasks={state.tasks}
        onOpen={open}
      />
    </div>
  );
}
