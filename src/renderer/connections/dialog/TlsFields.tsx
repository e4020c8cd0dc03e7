import { Plus, ShieldOff, Trash2 } from 'lucide-react';
import { useRef, useState, type ChangeEvent } from 'react';
import type { CertificateAuthority } from '../../../shared/model/network.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import type { ConnectionForm } from './connection-form.ts';
import { authorityText } from '../network-labels.ts';
import styles from './ConnectionDialog.module.css';

interface TlsFieldsProps {
  readonly form: ConnectionForm;
  readonly stored: readonly CertificateAuthority[];
  readonly error: string | null;
  readonly onChange: (form: ConnectionForm) => void;
}

export function TlsFields({ form, stored, error, onChange }: TlsFieldsProps) {
  const { trust } = form;
  return (
    <fieldset className={styles.group}>
      <legend>Certificates</legend>
      {trust.caText === null ? (
        <p className={styles.truth}>
          Public certificate authorities are trusted. If the server uses a private one, add the certificate of
          that authority.
        </p>
      ) : (
        <ul className={styles.certificates}>
          {namesOf(form, stored).map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      <div className={styles.line}>
        <CertificateFile form={form} onChange={onChange} />
        {trust.caText === null ? null : (
          <IconButton
            label="Remove the certificates"
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() => onChange({ ...form, trust: { ...trust, caText: null }, certificateFile: null })}
          />
        )}
      </div>
      {error === null ? null : (
        <p className={styles.wrong} role="alert">
          {error}
        </p>
      )}
      <div className={styles.risky}>
        <Switch
          label="Do not verify the certificate"
          checked={trust.insecure}
          onChange={(insecure) => onChange({ ...form, trust: { ...trust, insecure } })}
        />
      </div>
      {trust.insecure ? (
        <p className={styles.danger} role="status">
          <ShieldOff size={15} aria-hidden />
          <span>
            Anyone between this computer and the server can impersonate it and read or change all traffic,
            including the API key. Use this only on a network that you control.
          </span>
        </p>
      ) : null}
    </fieldset>
  );
}

function CertificateFile({ form, onChange }: Pick<TlsFieldsProps, 'form' | 'onChange'>) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    if (!file) return;
    try {
      const caText = await readCertificateFile(file);
      setProblem(null);
      onChange({ ...form, trust: { ...form.trust, caText }, certificateFile: file.name });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Could not read this file.');
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Certificate file"
        accept=".pem,.crt,.cer,.der"
        onChange={(event) => void take(event)}
      />
      <Button size="small" icon={<Plus size={13} aria-hidden />} onClick={() => input.current?.click()}>
        {form.trust.caText === null ? 'Add a certificate file' : 'Choose another file'}
      </Button>
      {problem === null ? null : (
        <span className={styles.wrong} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}

function namesOf(
  { trust, certificateFile }: ConnectionForm,
  stored: readonly CertificateAuthority[],
): string[] {
  if (certificateFile === null) return stored.map(authorityText);
  const count = certificatesIn(trust.caText ?? '');
  return [count > 1 ? `${certificateFile}, ${count} certificates` : certificateFile];
}

// Larger files are not certificates. Far below the limit of a connection, because DER grows by a third as
// PEM.
const maxBytes = 128 * 1024;

// The message is shown to the user.
export class CertificateFileError extends Error {}

// The text of a certificate file: PEM is returned unchanged, one binary certificate (DER) is converted to
// PEM. The back end verifies the content. Throws `CertificateFileError`.
export async function readCertificateFile(file: Blob): Promise<string> {
  if (file.size > maxBytes) throw new CertificateFileError('This file is too large to be a certificate.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A DER certificate starts with a sequence whose length takes two bytes, because it has more than 255.
  return bytes[0] === 0x30 && bytes[1] === 0x82 ? pemOf(bytes) : new TextDecoder().decode(bytes);
}

function pemOf(der: Uint8Array): string {
  const base64 = btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(''));
  const lines = base64.replaceAll(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

export function certificatesIn(text: string): number {
  return text.split('-----BEGIN CERTIFICATE-----').length - 1;
}
