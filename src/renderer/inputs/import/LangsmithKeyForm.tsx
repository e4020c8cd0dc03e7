import { useState } from 'react';
import type { LangsmithAccess } from '../../../shared/model/langsmith.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useCallMutation } from '../../queries/use-call.ts';
import { NewKeyFields } from '../../shared-ui/NewKeyFields.tsx';
import { useNewKey } from '../../shared-ui/use-new-key.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import styles from './ImportDataset.module.css';

interface LangsmithKeyFormProps {
  readonly access: LangsmithAccess;
  readonly onSaved: () => void;
  readonly onCancel: (() => void) | null;
}

export function LangsmithKeyForm({ access, onSaved, onCancel }: LangsmithKeyFormProps) {
  const [url, setUrl] = useState(access.url);
  const newKey = useNewKey();
  const save = useCallMutation('langsmith.save', queryKeys.langsmith);
  const { value: key, storage, selected } = newKey;
  return (
    <>
      <TextField
        mono
        label="Address of LangSmith’s API"
        value={url}
        onChange={setUrl}
        maxLength={2048}
        hint="For the EU https://eu.api.smith.langchain.com."
      />
      <NewKeyFields
        label="API key"
        hint="It is sent to this address only, to read datasets and to find the traces of runs."
        newKey={newKey}
      />
      <div className={styles.line}>
        <Button
          variant="primary"
          disabled={storage === null || url.trim() === ''}
          busy={save.isPending ? 'Saving' : null}
          onClick={() => save.mutate({ draft: { url, key, storage: selected } }, { onSuccess: onSaved })}
        >
          Use this key
        </Button>
        {onCancel === null ? null : <Button onClick={onCancel}>Keep the old one</Button>}
      </div>
      {save.error ? <ErrorNotice action="The key was not kept" error={save.error} /> : null}
    </>
  );
}
