import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';
import { AppError } from '../../../shared/app-error.ts';
import type { EnvFindings } from '../../../shared/model/env-findings.ts';
import { useCommandHandler } from '../../commands/command-queue.ts';
import { useUnavailable } from '../../rpc/server-features.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Menu, MenuItem } from '../../ui/popups/Menu.tsx';
import type { ImportedKey } from './connection-form.ts';
import styles from './ConnectionDialog.module.css';

interface EnvImportProps {
  readonly onKey: (key: ImportedKey) => void;
  readonly onAddress: (url: string) => void;
}

// Larger files are no `.env` files. The back end refuses them, too.
const maxBytes = 200 * 1024;

// `LANGSMITH_API_KEY, ends in 1234`.
export function importedKeyLabel({ variable, last4 }: ImportedKey): string {
  return last4 === null ? variable : `${variable}, ends in ${last4}`;
}

// Offers keys and addresses of an environment. Nothing is read before the user asks for it.
export function EnvImportMenu({ onKey, onAddress }: EnvImportProps) {
  const rpc = useRpc();
  const noEnvironment = useUnavailable(null, 'connections.readEnv', { text: null });
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useCommandHandler('import-env', () => button.current?.focus());
  const find = useMutation({
    mutationFn: async (file: File | null) => {
      if (file !== null && file.size > maxBytes)
        throw new AppError('invalid-input', 'This file is too large.');
      const text = file === null ? null : await file.text();
      return rpc.call('connections.readEnv', { text });
    },
  });
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    if (file) find.mutate(file);
    // The same file can be chosen again.
    event.target.value = '';
  };
  return (
    <>
      <input ref={input} type="file" hidden aria-label="Environment file" onChange={choose} />
      <Menu
        trigger={
          <Button ref={button} size="small" className={styles.add} icon={<Download size={13} aria-hidden />}>
            Import a key
          </Button>
        }
      >
        <MenuItem onSelect={() => input.current?.click()}>From a .env file</MenuItem>
        <MenuItem disabled={noEnvironment !== null} detail={noEnvironment} onSelect={() => find.mutate(null)}>
          From the environment of the studio
        </MenuItem>
      </Menu>
      {find.error ? <ErrorNotice action="Could not read the environment" error={find.error} /> : null}
      {find.data ? (
        <Findings
          findings={find.data}
          onKey={(key) => {
            find.reset();
            onKey(key);
          }}
          onAddress={onAddress}
        />
      ) : null}
    </>
  );
}

function Findings({ findings, onKey, onAddress }: EnvImportProps & { readonly findings: EnvFindings }) {
  const { keys, addresses } = findings;
  return (
    <div className={styles.findings} role="status">
      {keys.length === 0 ? (
        <p>No LANGGRAPH_API_KEY, LANGSMITH_API_KEY or LANGCHAIN_API_KEY found.</p>
      ) : (
        <ul aria-label="Keys">
          {keys.map((key) => (
            <li key={key.id}>
              <span>{importedKeyLabel(key)}</span>
              <Button size="small" aria-label={`Use ${key.variable}`} onClick={() => onKey(key)}>
                Use
              </Button>
            </li>
          ))}
        </ul>
      )}
      {addresses.length === 0 ? null : (
        <ul aria-label="Addresses">
          {addresses.map(({ variable, url }) => (
            <li key={variable}>
              <span>
                {variable}: {url}
              </span>
              <Button size="small" aria-label={`Use ${variable}`} onClick={() => onAddress(url)}>
                Use
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
