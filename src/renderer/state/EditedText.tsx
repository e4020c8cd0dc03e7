import { Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/IconButton.tsx';
import { JsonEditor } from '../ui/JsonEditor.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { StateTree } from './StateTree.tsx';
import type { EditedText as Edited } from './use-edited-text.ts';
import { useTreeEditing } from './use-tree-editing.tsx';
import edit from './edit.module.css';
import styles from './state.module.css';

interface EditedTextProps {
  readonly edited: Edited;
  readonly schemaText: string | null;
  /** The text can't be read as JSON, so that there is no tree of it. */
  readonly faulty: boolean;
  readonly onSubmit: () => void;
}

/** One draft in two looks: its JSON, and a tree whose values are edited in place. Both write the same text. */
export function EditedText({ edited, schemaText, faulty, onSubmit }: EditedTextProps) {
  const [view, setView] = useState<'json' | 'tree'>('json');
  const tree = useTreeEditing(edited.text, edited.apply);
  const asTree = view === 'tree' && !faulty;
  return (
    <>
      <div className={edit.bar}>
        <Segmented
          label="Edit as"
          value={asTree ? 'tree' : 'json'}
          onChange={setView}
          options={[
            { value: 'json', label: 'JSON' },
            { value: 'tree', label: 'Tree', disabled: faulty },
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
      {asTree ? (
        <div className={edit.tree}>
          <StateTree text={edited.text} label="Edited state" rootName="state" slots={tree.slots} />
        </div>
      ) : (
        <JsonEditor
          label="State values"
          value={edited.text}
          onChange={edited.type}
          schemaText={schemaText}
          minHeight={120}
          maxHeight={260}
          onSubmit={onSubmit}
        />
      )}
      {asTree && tree.problem !== null ? (
        <p className={styles.problem} role="alert">
          {tree.problem}
        </p>
      ) : null}
    </>
  );
}
