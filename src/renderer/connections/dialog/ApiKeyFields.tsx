import { X } from 'lucide-react';
import type { SecretStorage } from '../../../shared/model/app-info.ts';
import type { KeyView } from '../../../shared/model/connection.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { keyStorageOptions, type KeyStorageChoice } from '../../shared-ui/key-storage.ts';
import { EnvImportMenu, importedKeyLabel } from './EnvImportMenu.tsx';
import { hasNewKey, keyStorageOf, type ConnectionForm, withUrl } from './connection-form.ts';
import styles from './ConnectionDialog.module.css';

interface ApiKeyFieldsProps {
  readonly form: ConnectionForm;
  readonly storage: SecretStorage | null;
  readonly isAsking: boolean;
  readonly stored: KeyView | null;
  /** What is imported is a key or an address of a server of all. */
  readonly canImport: boolean;
  readonly onChange: (form: ConnectionForm) => void;
}

export function ApiKeyFields({ form, storage, isAsking, stored, canImport, onChange }: ApiKeyFieldsProps) {
  const hasStored = stored !== null && stored.storage !== 'none';
  const options = keyStorageOptions(storage);
  const isKeyStorage = (value: string): value is KeyStorageChoice =>
    options.some((option) => option.value === value);
  return (
    <div className={styles.group}>
      {form.imported === null ? (
        <TextField
          label="API key"
          type="password"
          mono
          autoComplete="new-password"
          value={form.key}
          disabled={form.forgetKey}
          placeholder={
            hasStored ? `Unchanged${stored.last4 === null ? '' : `, ends in ${stored.last4}`}` : 'None'
          }
          hint={hintOf(stored)}
          onChange={(key) => onChange({ ...form, key })}
        />
      ) : (
        <div className={styles.line}>
          <span>API key: {importedKeyLabel(form.imported)}</span>
          <IconButton
            label="Do not import this key"
            icon={<X size={14} aria-hidden />}
            onClick={() => onChange({ ...form, imported: null })}
          />
        </div>
      )}
      {canImport ? (
        <EnvImportMenu
          onKey={(imported) => onChange({ ...form, imported, key: '', forgetKey: false })}
          onAddress={(url) => onChange(withUrl(form, url))}
        />
      ) : null}
      {hasStored && form.imported === null ? (
        <Switch
          label="Delete the stored key"
          checked={form.forgetKey}
          onChange={(forgetKey) => onChange({ ...form, forgetKey, key: '' })}
        />
      ) : null}
      {!hasNewKey(form) ? null : (
        <>
          <div className={styles.line}>
            <span className={styles.label}>Keep it</span>
            <Select
              wide
              label="Keep the key"
              value={keyStorageOf(form, storage)}
              options={options}
              onChange={(keyStorage) => {
                if (isKeyStorage(keyStorage)) onChange({ ...form, keyStorage });
              }}
            />
          </div>
          {isAsking ? (
            <Loading inline>Waiting for the system key store, which may ask you to unlock it</Loading>
          ) : null}
          {storage === null ? null : (
            <p aria-live="polite" className={styles.truth}>
              {storage.sentence}
            </p>
          )}
        </>
      )}
    </div>
  );
}

function hintOf(stored: KeyView | null): string | null {
  switch (stored?.storage) {
    case 'locked':
      return 'The stored key can’t be read now. Unlock the key store, or type the key again.';
    case 'weak':
      return 'The stored key is not protected: any program of this user can read it. Enter it again to store it securely.';
    default:
      return null;
  }
}
