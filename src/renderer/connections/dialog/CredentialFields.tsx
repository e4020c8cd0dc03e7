import type { ReactNode } from 'react';
import type { SecretStorage } from '../../../shared/model/app-info.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { defaultKeyStorage, keyStorageOptions } from '../../shared-ui/key-storage.ts';
import {
  addressProblem,
  commandProblem,
  isCommandAllowed,
  type CredentialForm,
  type CredentialKind,
} from './credential-form.ts';
import styles from './ConnectionDialog.module.css';

const kinds: readonly { readonly value: CredentialKind; readonly label: string; readonly detail: string }[] =
  [
    { value: 'key', label: 'API key', detail: 'Stays the same until you change it' },
    { value: 'command', label: 'Key from a command', detail: 'A program on this computer prints it' },
    { value: 'oauth', label: 'OAuth sign-in', detail: 'You sign in with the browser' },
  ];

const headers = [
  { value: 'authorization', label: 'Authorization: Bearer' },
  { value: 'x-api-key', label: 'x-api-key' },
] as const;

const flows = [
  { value: 'browser', label: 'In the browser of this computer', detail: 'Authorization code with PKCE' },
  { value: 'device', label: 'With a code on any device', detail: 'Device authorization' },
] as const;

interface CredentialFieldsProps {
  readonly form: CredentialForm;
  readonly storage: SecretStorage | null;
  readonly onChange: (form: CredentialForm) => void;
  // The fields of an API key.
  readonly children: ReactNode;
}

/** How requests to a server prove who sends them: a key, a command that prints one, or a sign-in. */
export function CredentialFields({ form, storage, onChange, children }: CredentialFieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend>Credential</legend>
      <Select
        wide
        label="Credential"
        value={form.kind}
        options={kinds}
        onChange={(value) =>
          onChange({ ...form, kind: kinds.find((kind) => kind.value === value)?.value ?? 'key' })
        }
      />
      {form.kind === 'key' ? children : null}
      {form.kind === 'command' ? <CommandFields form={form} onChange={onChange} /> : null}
      {form.kind === 'oauth' ? <OAuthFields form={form} storage={storage} onChange={onChange} /> : null}
    </fieldset>
  );
}

type KindFieldsProps = Pick<CredentialFieldsProps, 'form' | 'onChange'>;

function CommandFields({ form, onChange }: KindFieldsProps) {
  const isAllowed = isCommandAllowed(form);
  return (
    <>
      <TextField
        label="Command"
        mono
        required
        maxLength={4096}
        value={form.commandLine}
        placeholder="my-login print-token --json"
        error={commandProblem(form)}
        hint='It prints JSON: { "token": "…", "expiration": "2026-01-31T12:00:00Z" }, or "headers" instead of a token. It is started without a shell. Put no secret here: the command is shown and exported.'
        onChange={(commandLine) => onChange({ ...form, commandLine })}
      />
      <Field label="Send the token as">
        {() => (
          <Select
            wide
            label="Send the token as"
            value={form.header}
            options={headers}
            onChange={(value) =>
              onChange({ ...form, header: value === 'x-api-key' ? 'x-api-key' : 'authorization' })
            }
          />
        )}
      </Field>
      <Switch
        label="Run this command on this computer"
        hint="The studio runs it with your rights whenever the server needs a new key. Any change of it needs your yes again."
        checked={isAllowed}
        onChange={(isOn) => onChange({ ...form, allowedLine: isOn ? form.commandLine : null })}
      />
    </>
  );
}

function OAuthFields({ form, storage, onChange }: KindFieldsProps & Pick<CredentialFieldsProps, 'storage'>) {
  const address = (label: string, name: 'issuer' | 'authorization' | 'token' | 'device', hint?: string) => (
    <TextField
      label={label}
      mono
      maxLength={2048}
      value={form[name]}
      placeholder="https://login.example.com"
      error={addressProblem(form[name])}
      {...(hint === undefined ? {} : { hint })}
      onChange={(text) => onChange({ ...form, [name]: text })}
    />
  );
  const storageOptions = keyStorageOptions(storage);
  return (
    <>
      {address('Sign-in server', 'issuer', 'Its issuer address. The studio asks it for its endpoints.')}
      <TextField
        label="Client ID"
        mono
        required
        maxLength={1024}
        value={form.clientId}
        hint="Of a public client: one without a secret, which allows redirects to http://127.0.0.1 with any port and /callback."
        onChange={(clientId) => onChange({ ...form, clientId })}
      />
      <div className={styles.pair}>
        <TextField
          label="Scope"
          mono
          maxLength={2048}
          value={form.scope}
          onChange={(scope) => onChange({ ...form, scope })}
        />
        <TextField
          label="Audience"
          mono
          maxLength={2048}
          value={form.audience}
          placeholder="None"
          onChange={(audience) => onChange({ ...form, audience })}
        />
      </div>
      <div className={styles.pair}>
        <Field label="Sign in">
          {() => (
            <Select
              wide
              label="Sign in"
              value={form.flow}
              options={flows}
              onChange={(value) => onChange({ ...form, flow: value === 'device' ? 'device' : 'browser' })}
            />
          )}
        </Field>
        <Field label="Keep the sign-in">
          {() => (
            <Select
              wide
              label="Keep the sign-in"
              value={form.tokenStorage ?? defaultKeyStorage(storage)}
              options={storageOptions}
              onChange={(value) =>
                onChange({
                  ...form,
                  tokenStorage: storageOptions.find((option) => option.value === value)?.value ?? null,
                })
              }
            />
          )}
        </Field>
      </div>
      <Switch
        label="Enter the endpoints"
        hint="For a sign-in server that does not describe itself."
        checked={form.hasEndpoints}
        onChange={(hasEndpoints) => onChange({ ...form, hasEndpoints })}
      />
      {form.hasEndpoints ? (
        <>
          {address('Token endpoint', 'token')}
          {form.flow === 'browser'
            ? address('Authorization endpoint', 'authorization')
            : address('Device authorization endpoint', 'device')}
        </>
      ) : null}
      <p className={styles.truth}>Save the server, then sign in on its page.</p>
    </>
  );
}
