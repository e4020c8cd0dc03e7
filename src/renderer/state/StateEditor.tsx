import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { formatJson } from '../../exact-json/format.ts';
import type { StateUpdateResult } from '../../shared/model/thread.ts';
import { draftKey, useDraft } from '../client/drafts.ts';
import { Button } from '../ui/Button.tsx';
import { EditForm } from './EditForm.tsx';
import { SavedNote } from './SavedNote.tsx';
import { draftPlace, type EditBase, type StateEditorProps } from './editor-props.ts';
import styles from './state.module.css';

/** The foot of the inspector: closed, open with a draft, or telling what came of the last save. */
export function StateEditor(props: StateEditorProps) {
  const { connectionId, threadId, state, subgraph, isHead, onCheckpoint, editAs } = props;
  const { checkpointId } = state;
  const [base, setBase] = useState<EditBase | null>(null);
  const [saved, setSaved] = useState<StateUpdateResult | null>(null);
  const [draft] = useDraft(draftKey('state', ...draftPlace(connectionId, threadId, checkpointId, subgraph)));

  // The edit of another checkpoint is put away when the user picks a different one; its draft is kept.
  const shown = base && (base.checkpointId === checkpointId || (base.isHead && isHead)) ? base : null;
  const open = (asNode: string | null = null, ask = 0): void => {
    setSaved(null);
    const { valuesText } = state;
    const startText = formatJson(valuesText);
    setBase({ checkpointId, subgraph, valuesText, startText, isHead, asNode, ask });
  };
  const [seenAsk, setSeenAsk] = useState(editAs?.ask ?? 0);
  if (editAs && editAs.ask !== seenAsk) {
    setSeenAsk(editAs.ask);
    if (shown) setBase({ ...shown, asNode: editAs.nodeId, ask: editAs.ask });
    else open(editAs.nodeId, editAs.ask);
  }
  if (shown) {
    return (
      <EditForm
        key={`${shown.checkpointId} ${shown.ask}`}
        {...props}
        base={shown}
        moved={shown.checkpointId !== checkpointId}
        onClose={() => setBase(null)}
        onSaved={(result) => {
          setBase(null);
          setSaved(result);
          // A subgraph's new checkpoint is none of the thread's own: what was picked stays picked.
          if (!subgraph) onCheckpoint(null);
        }}
      />
    );
  }
  return (
    <div className={styles.foot}>
      {saved ? <SavedNote result={saved} onClose={() => setSaved(null)} /> : null}
      <Button icon={<PencilLine size={14} />} onClick={() => open()}>
        {draft !== null
          ? 'Go on with your edit'
          : checkpointId === null
            ? 'Write the first state'
            : 'Edit state here'}
      </Button>
    </div>
  );
}
