import { Redo2, Undo2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { JsonEdit } from 'exact-json';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { JsonEditor } from '../../ui/json-editor/JsonEditor.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import type { EditBase } from './editor-props.ts';
import { MessagesEditor } from '../messages/MessagesEditor.tsx';
import { StateTree } from '../tree/StateTree.tsx';
import type { StateDraft as Edited } from './use-state-draft.ts';
import { useTreeEditing } from './use-tree-editing.tsx';
import edit from './edit.module.css';
import styles from '../state.module.css';

interface DraftEditorProps {
  readonly edited: Edited;
  readonly draftKeyParts: readonly string[];
  readonly base: EditBase;
  readonly messages: readonly string[];
  readonly schemaText: string | null;
  // The text isn't valid JSON, or has a key twice: it can only be edited as text.
  readonly faulty: boolean;
  readonly onSubmit: () => void;
}

export function DraftEditor(props: DraftEditorProps) {
  const { edited, draftKeyParts, base, messages, schemaText, faulty, onSubmit } = props;
  const { start } = base;
  const [choice, setChoice] = useState<'json' | 'tree' | 'messages' | null>(null);
  const view = choice ?? start.look;
  const { apply } = edited;
  const applyOne = useCallback((one: JsonEdit) => apply([one]), [apply]);
  const tree = useTreeEditing(edited.text, applyOne);
  const mode = faulty || (view === 'messages' && messages.length === 0) ? 'json' : view;
  return (
    <>
      <div className={edit.bar}>
        <SegmentedControl
          label="Edit as"
          value={mode}
          onChange={setChoice}
          options={[
            { value: 'json', label: 'JSON' },
            { value: 'tree', label: 'Tree', disabled: faulty },
            ...(messages.length === 0
              ? []
              : [{ value: 'messages' as const, label: 'Messages', disabled: faulty }]),
          ]}
        />
        <span className={edit.apart}>
          <IconButton
            size="small"
            label="Undo"
            icon={<Undo2 size={14} />}
            disabled={edited.undo === null}
            onClick={() => edited.undo?.()}
          />
          <IconButton
            size="small"
            label="Redo"
            icon={<Redo2 size={14} />}
            disabled={edited.redo === null}
            onClick={() => edited.redo?.()}
          />
        </span>
      </div>
      {edited.stepsLost ? (
        <p className={styles.hint}>This is your earlier edit. Its undo history is not available.</p>
      ) : null}
      {mode === 'messages' ? (
        <MessagesEditor
          edited={edited}
          draftKeyParts={draftKeyParts}
          valuesText={base.valuesText}
          keys={messages}
          first={start.look === 'messages' ? start : null}
        />
      ) : mode === 'tree' ? (
        <div className={edit.tree}>
          <StateTree text={edited.text} label="Edited state" rootName="state" extensions={tree.slots} />
        </div>
      ) : (
        <JsonEditor
          label="State values"
          value={edited.text}
          onChange={edited.type}
          schemaText={schemaText}
          minHeight={180}
          maxHeight={260}
          onSubmit={onSubmit}
          takesFocus={choice === null}
        />
      )}
      {mode === 'tree' && tree.problem !== null ? (
        <p className={styles.problem} role="alert">
          {tree.problem}
        </p>
      ) : null}
    </>
  );
}
