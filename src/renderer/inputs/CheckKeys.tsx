import { useState } from 'react';
import type { HttpCheck } from '../../shared/inputs/check.ts';
import type { CheckKey } from '../../shared/model/check-key.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useCallMutation, useCallQuery } from '../queries/use-call.ts';
import { NewKeyFields } from '../shared-ui/NewKeyFields.tsx';
import { useNewKey } from '../shared-ui/use-new-key.ts';
import { groupProps } from '../ui/a11y-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import styles from './InputsView.module.css';

// The keys that a check names, for the origin of its address: they are stored with the studio, not in the file.
export function CheckKeys({ check: { url, headers } }: { readonly check: HttpCheck }) {
  const keys = useCallQuery(queryKeys.checkKeys, 'inputs.keys', {});
  const { origin } = new URL(url);
  if (keys.error)
    return (
      <ErrorNotice
        action="Could not read which keys there are"
        error={keys.error}
        onRetry={() => void keys.refetch()}
      />
    );
  if (!keys.data) return <Loading>Looking for the keys</Loading>;
  return (
    <div className={styles.checkKeys} {...groupProps('Keys')}>
      {[...new Set(headers.map(({ key }) => key))].map((name) => (
        <CheckKeyLine
          key={`${origin} ${name}`}
          origin={origin}
          name={name}
          stored={keys.data.find((one) => one.origin === origin && one.name === name) ?? null}
        />
      ))}
    </div>
  );
}

interface CheckKeyLineProps {
  readonly origin: string;
  readonly name: string;
  readonly stored: CheckKey | null;
}

function CheckKeyLine({ origin, name, stored }: CheckKeyLineProps) {
  const [isEntering, setEntering] = useState(false);
  const newKey = useNewKey();
  const save = useCallMutation('inputs.saveKey', queryKeys.checkKeys);
  const forget = useCallMutation('inputs.forgetKey', queryKeys.checkKeys);
  const { value, storage, setValue } = newKey;
  const leave = (): void => {
    setValue('');
    setEntering(false);
  };
  if (isEntering)
    return (
      <form
        className={styles.checkFields}
        aria-label={`Key ${name}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (storage !== null)
            save.mutate({ draft: { origin, name, value, storage } }, { onSuccess: leave });
        }}
      >
        <NewKeyFields
          label={`Key ${name}`}
          hint={`The whole value of the header. It is sent to ${origin} only, and not saved in the file.`}
          newKey={newKey}
        />
        {save.error ? <ErrorNotice action="The key was not kept" error={save.error} /> : null}
        <div className={styles.formActions}>
          <Button
            size="small"
            type="submit"
            disabled={storage === null}
            busy={save.isPending ? 'Saving' : null}
          >
            Keep key
          </Button>
          <Button size="small" onClick={leave}>
            Cancel
          </Button>
        </div>
      </form>
    );
  return (
    <div className={styles.checkKey}>
      <span className={styles.quiet}>
        {stored === null
          ? `There is no key ${name} for ${origin} yet.`
          : `Key ${name} for ${origin}${stored.last4 === null ? '' : `, ends in ${stored.last4}`}`}
      </span>
      <Button
        size="small"
        aria-label={stored === null ? `Enter key ${name}` : `Change key ${name}`}
        onClick={() => setEntering(true)}
      >
        {stored === null ? 'Enter key' : 'Change'}
      </Button>
      {stored === null ? null : (
        <Button
          size="small"
          aria-label={`Delete key ${name}`}
          busy={forget.isPending ? 'Deleting' : null}
          onClick={() => forget.mutate({ origin, name })}
        >
          Delete
        </Button>
      )}
      {forget.error ? <ErrorNotice action="Could not delete the key" error={forget.error} /> : null}
    </div>
  );
}
