import { useState } from 'react';
import type { LangsmithAccess } from '../../../shared/model/langsmith.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useCallMutation, useCallQuery } from '../../queries/use-call.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { LangsmithDatasets, type LoadedDataset } from './LangsmithDatasets.tsx';
import { LangsmithKeyForm } from './LangsmithKeyForm.tsx';
import styles from './ImportDataset.module.css';

interface LangsmithSourceProps {
  readonly onRead: (dataset: LoadedDataset | null) => void;
}

/** The datasets of LangSmith, once there is a key for it. */
export function LangsmithSource({ onRead }: LangsmithSourceProps) {
  const access = useCallQuery(queryKeys.langsmith, 'langsmith.access', {});
  const [isChanging, setChanging] = useState(false);
  if (access.error)
    return <ErrorNotice action={null} error={access.error} onRetry={() => void access.refetch()} />;
  if (!access.data) return <Loading>Looking for the key</Loading>;
  if (access.data.last4 === null || isChanging) {
    return (
      <LangsmithKeyForm
        access={access.data}
        onSaved={() => setChanging(false)}
        onCancel={isChanging ? () => setChanging(false) : null}
      />
    );
  }
  return (
    <>
      <AccessLine
        access={access.data}
        onChange={() => {
          onRead(null);
          setChanging(true);
        }}
      />
      {/* Another address or key has other datasets. */}
      <LangsmithDatasets key={`${access.data.url} ${access.data.last4}`} onRead={onRead} />
    </>
  );
}

function AccessLine({
  access: { url, last4 },
  onChange,
}: {
  readonly access: LangsmithAccess;
  readonly onChange: () => void;
}) {
  const forget = useCallMutation('langsmith.forget', queryKeys.langsmith);
  return (
    <div className={styles.line}>
      <span className={styles.note}>
        {url}, {last4 === '' ? 'with a key' : `key ends in ${last4}`}
      </span>
      <Button size="small" onClick={onChange}>
        Change
      </Button>
      <Button size="small" busy={forget.isPending ? 'Deleting' : null} onClick={() => forget.mutate({})}>
        Delete key
      </Button>
      {forget.error ? <ErrorNotice action="Could not delete the key" error={forget.error} /> : null}
    </div>
  );
}
