import { useState } from 'react';
import type { Connection, KeyView } from '../../../shared/model/connection.ts';
import type { EditConflict } from '../../shared-ui/EditConflicts.tsx';
import { useRebasedForm } from '../../shared-ui/use-rebased-form.ts';
import { createConnectionForm, hasNewKey, type ConnectionForm } from './connection-form.ts';

export interface EditedConnection {
  readonly form: ConnectionForm;
  readonly setForm: (form: ConnectionForm) => void;
  // Whether the form differs from what it started with, which for a new connection is empty or an address.
  readonly isChanged: boolean;
  readonly conflicts: readonly EditConflict[];
}

// The form of a connection with the changes of other windows merged into it. `url`: what a new one starts with.
export function useConnectionForm(connection: Connection | null, url: string | null): EditedConnection {
  const saved = createConnectionForm(connection);
  const rebased = useRebasedForm(saved, url === null ? {} : { url });
  const { form, setForm } = rebased;
  const untouched = url === null ? saved : { ...saved, url };
  const isChanged = JSON.stringify(form) !== JSON.stringify(untouched);
  const key = connection?.key ?? null;
  const [knownKey, setKnownKey] = useState(key);
  const editsKey = hasNewKey(form) || form.forgetKey;
  const isOtherKey = editsKey && key !== null && knownKey !== null && isReplaced(knownKey, key);
  if (!editsKey && key !== knownKey) setKnownKey(key);
  const conflicts = rebased.conflicts.map((field): EditConflict => {
    const { label, text } = fieldLabels[field];
    const onChoose: EditConflict['onChoose'] = (choice) => rebased.resolve(field, choice);
    return { field: label, mine: text(form), theirs: text(saved), onChoose };
  });
  if (!isOtherKey) return { form, setForm, isChanged, conflicts };
  const onKey: EditConflict = {
    field: 'API key',
    mine: form.forgetKey ? '' : 'the new key',
    theirs: keyLabel(key),
    onChoose: (choice) => {
      setKnownKey(key);
      if (choice === 'theirs') setForm({ ...form, key: '', imported: null, forgetKey: false });
    },
  };
  return { form, setForm, isChanged, conflicts: [...conflicts, onKey] };
}

// A key that was only unlocked or resealed is the same.
function isReplaced(before: KeyView, after: KeyView): boolean {
  if ((before.storage === 'none') !== (after.storage === 'none')) return true;
  return before.last4 !== null && after.last4 !== null && before.last4 !== after.last4;
}

function keyLabel(key: KeyView | null): string {
  return key === null || key.last4 === null ? '' : `key that ends in ${key.last4}`;
}

interface FieldLabel {
  readonly label: string;
  readonly text: (form: ConnectionForm) => string;
}

const keyField: FieldLabel = { label: 'API key', text: ({ key }) => (key === '' ? '' : 'the new key') };

const fieldLabels: Readonly<Record<keyof ConnectionForm, FieldLabel>> = {
  id: { label: 'Server', text: ({ id }) => id ?? '' },
  name: { label: 'Name', text: ({ name }) => name },
  url: { label: 'Address', text: ({ url }) => url },
  key: keyField,
  forgetKey: keyField,
  credential: { label: 'Credential', text: ({ credential }) => credentialText(credential) },
  imported: keyField,
  keyStorage: { label: 'Storage of the key', text: ({ keyStorage }) => keyStorage ?? '' },
  headers: { label: 'Headers', text: ({ headers }) => headers.map(({ name }) => name).join(', ') },
  trust: { label: 'Certificates', text: trustText },
  certificateFile: { label: 'Certificates', text: trustText },
  production: { label: 'Production server', text: ({ production }) => (production ? 'on' : 'off') },
  group: { label: 'Group', text: ({ group }) => group },
  color: { label: 'Color', text: ({ color }) => color ?? '' },
  timeout: { label: 'Timeout in seconds', text: ({ timeout }) => timeout },
};

function credentialText({ kind, commandLine, issuer }: ConnectionForm['credential']): string {
  if (kind === 'key') return 'API key';
  return kind === 'command' ? commandLine : `OAuth sign-in, ${issuer}`;
}

function trustText({ trust, certificateFile }: ConnectionForm): string {
  if (trust.insecure) return 'not verified';
  return trust.caText === null ? 'public authorities' : (certificateFile ?? 'a private authority');
}
