import { useState } from 'react';
import type { StoreItem, StoreNamespace } from '../../shared/model/store-item.ts';
import { Field } from '../ui/controls/Field.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { JsonEditor } from '../ui/json-editor/JsonEditor.tsx';
import { useConfirmLeave } from '../ui/popups/use-confirm-leave.ts';
import { objectProblem } from '../ui/json-editor/object-problem.ts';
import { EditDialog } from '../ui/resource-view/EditDialog.tsx';
import { useSaveItem } from './mutations.ts';
import { namespaceText, parseNamespaceText } from './namespace-text.ts';
import { isValidTtl, TtlField, ttlMinutesOf } from './TtlField.tsx';
import styles from './MemoryView.module.css';

interface NewItemDialogProps {
  readonly connectionId: string;
  readonly namespace: StoreNamespace;
  readonly onClose: () => void;
  readonly onCreated: (item: StoreItem) => void;
}

export function NewItemDialog({ connectionId, namespace, onClose, onCreated }: NewItemDialogProps) {
  const [labels, setLabels] = useState(namespaceText(namespace));
  const [key, setKey] = useState('');
  const [value, setValue] = useState(firstValue);
  const [ttl, setTtl] = useState('');
  const save = useSaveItem(connectionId);
  const typed = parseNamespaceText(labels);
  const labelProblem = labels.trim() === '' ? null : problemOfLabels(typed);
  const isReady =
    labels.trim() !== '' &&
    typed !== null &&
    labelProblem === null &&
    key !== '' &&
    isValidTtl(ttl) &&
    objectProblem(value) === null;
  const isChanged = key !== '' || value !== firstValue || labels !== namespaceText(namespace);
  const leaving = useConfirmLeave(isChanged, onClose);
  const submit = (): void => {
    if (!isReady || save.isPending) return;
    save.mutate(
      { namespace: typed, key, valueText: value, ttlMinutes: ttlMinutesOf(ttl), expected: null },
      { onSuccess: onCreated },
    );
  };
  return (
    <EditDialog
      title="New item"
      description="What graphs read from the store under this namespace and key."
      leaving={leaving}
      unsaved="The item has not been created."
      discardLabel="Discard item"
      confirmLabel="Create item"
      isReady={isReady}
      busy={save.isPending ? 'Saving' : null}
      onConfirm={submit}
    >
      <div className={styles.form}>
        <TextField
          mono
          label="Namespace"
          placeholder="users / ada"
          hint='Labels, outermost first, separated by slashes. A JSON list for labels with slashes, like ["files", "a/b"].'
          value={labels}
          error={labelProblem}
          onChange={setLabels}
        />
        <TextField mono label="Key" value={key} onChange={setKey} />
        <Field label="Value" hint="A JSON object.">
          {() => (
            <JsonEditor
              label="Value"
              value={value}
              onChange={setValue}
              minHeight={96}
              maxHeight={240}
              onSubmit={submit}
            />
          )}
        </Field>
        <TtlField value={ttl} onChange={setTtl} />
        {save.error ? <ErrorNotice action="Could not create the item" error={save.error} /> : null}
      </div>
    </EditDialog>
  );
}

const firstValue = '{\n  "": ""\n}';

function problemOfLabels(labels: readonly string[] | null): string | null {
  if (labels === null) return 'Write the labels as a JSON list of texts, like ["files", "a/b"].';
  if (labels.length === 0) return 'Enter at least one label.';
  if (labels.includes('')) return 'A label is empty.';
  return labels.some((label) => label.includes('.')) ? 'Servers reject labels with a dot.' : null;
}
