import { useState } from 'react';
import { useSecretStorage } from '../queries/shared-queries.ts';
import { defaultKeyStorage, keyStorageOptions, type KeyStorageChoice } from './key-storage.ts';

export type NewKey = ReturnType<typeof useNewKey>;

/** A key that is typed, and where it is to be stored: `storage` is `null` until it is known what this computer can do. */
export function useNewKey() {
  const [value, setValue] = useState('');
  const [chosen, setChosen] = useState<KeyStorageChoice | null>(null);
  const keyStore = useSecretStorage(value !== '');
  const selected = chosen ?? defaultKeyStorage(keyStore.data ?? null);
  return {
    value,
    setValue,
    selected,
    storage: value === '' || (chosen === null && keyStore.isPending) ? null : selected,
    setChosen,
    options: keyStorageOptions(keyStore.data ?? null),
    sentence: keyStore.data?.sentence ?? null,
  };
}
