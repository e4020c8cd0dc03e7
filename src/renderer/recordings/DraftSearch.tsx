import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useRpc } from '../rpc/rpc-context.ts';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { TextField } from '../ui/controls/TextField.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import styles from './Recordings.module.css';

export function DraftSearch({ draftId }: { readonly draftId: string }) {
  const rpc = useRpc();
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim());
  const search = useQuery({
    queryKey: ['recording-draft', draftId, text],
    queryFn: ({ signal }) => rpc.call('recordings.search', { draftId, text }, signal),
    enabled: text !== '',
    gcTime: 0,
  });
  const { matches = [], total = 0 } = search.data ?? {};
  return (
    <section aria-label="Search in the recording" className={styles.search}>
      <TextField
        label="Search in the recording"
        value={typed}
        onChange={setTyped}
        maxLength={500}
        placeholder="A name, a key, an address"
        hint={
          text === ''
            ? 'Make sure that it contains nothing confidential.'
            : search.isFetching || text !== typed.trim()
              ? 'Searching'
              : search.data === undefined
                ? 'Not searched.'
                : total === 0
                  ? 'Not in the recording.'
                  : `In ${total.toLocaleString('en')} ${total === 1 ? 'record' : 'records'}${matches.length < total ? `, the first ${matches.length} below` : ''}.`
        }
      />
      {search.error ? <ErrorNotice action="Could not search" error={search.error} /> : null}
      {matches.length === 0 ? null : (
        <div className={styles.matches} {...scrollableGroupProps('Matches')}>
          {matches.map(({ path, line, excerpt }) => (
            <p key={`${path}:${line}`} className={styles.match}>
              <span className={styles.place}>{`${path}:${line}`}</span>
              <code>{excerpt}</code>
            </p>
          ))}
        </div>
      )}
    </section>
  );
}
