import { useState } from 'react';
import { commandLineText } from '../../shared/command-line.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { CredentialSource, CredentialStatus, CredentialView } from '../../shared/model/credential.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { timeTitle } from '../ui/display/format.ts';
import type { Tone } from '../ui/display/status-styles.ts';
import { FactRow } from './FactRow.tsx';
import { useSignOut } from './mutations.ts';
import { SignInDialog } from './SignInDialog.tsx';
import facts from './ServerFacts.module.css';
import view from './ServersView.module.css';
import styles from './CredentialSection.module.css';

interface CredentialSectionProps {
  readonly connection: Connection;
  readonly credential: CredentialView;
  readonly onEdit: () => void;
}

/** A credential that expires: where it comes from, how long it is valid, and what a person has to do about it. */
export function CredentialSection({ connection, credential, onEdit }: CredentialSectionProps) {
  const { source, status } = credential;
  const [isSigningIn, setSigningIn] = useState(false);
  const signOut = useSignOut();
  // Signing in is a stream, and needs the same.
  const noSignIn = useUnavailable(null, 'connections.signOut');
  const noEdit = useUnavailable(null, 'connections.save', { credential: source });
  const isSignedOut = status.state === 'signed-out';
  const { word, tone } = stateStyles[status.state];
  return (
    <section className={facts.facts} aria-label="Credential">
      <div className={styles.head}>
        <h3 className={styles.title}>Credential</h3>
        <Chip tone={tone}>{word}</Chip>
        <span className={view.grow} />
        {source.kind === 'oauth' ? (
          <>
            <Button
              size="small"
              variant={isSignedOut ? 'primary' : 'plain'}
              disabled={noSignIn !== null}
              title={noSignIn ?? undefined}
              onClick={() => setSigningIn(true)}
            >
              {isSignedOut ? 'Sign in' : 'Sign in again'}
            </Button>
            {isSignedOut ? null : (
              <Button
                size="small"
                disabled={noSignIn !== null}
                title={noSignIn ?? undefined}
                busy={signOut.isPending ? 'Signing out' : null}
                onClick={() => signOut.mutate(connection.id)}
              >
                Sign out
              </Button>
            )}
          </>
        ) : null}
        {status.state === 'not-allowed' ? (
          <Button size="small" disabled={noEdit !== null} title={noEdit ?? undefined} onClick={onEdit}>
            Review the command
          </Button>
        ) : null}
      </div>
      {status.problem !== null && !isSignedOut && status.state !== 'not-allowed' ? (
        <ErrorNotice action="The last renewal failed" error={status.problem} />
      ) : null}
      {signOut.error ? <ErrorNotice action="Could not sign out" error={signOut.error} /> : null}
      <dl className={view.properties}>
        <SourceRows source={source} />
        <FactRow name="Expires">
          <Expiry status={status} />
        </FactRow>
      </dl>
      {isSigningIn ? <SignInDialog connection={connection} onClose={() => setSigningIn(false)} /> : null}
    </section>
  );
}

const stateStyles: Readonly<
  Record<CredentialStatus['state'], { readonly word: string; readonly tone: Tone }>
> = {
  unused: { word: 'not used yet', tone: 'mute' },
  ready: { word: 'valid', tone: 'ok' },
  'not-allowed': { word: 'command not allowed', tone: 'wait' },
  'signed-out': { word: 'signed out', tone: 'wait' },
  failed: { word: 'renewal failed', tone: 'fail' },
};

function Expiry({ status: { state, expiresAt } }: { readonly status: CredentialStatus }) {
  if (expiresAt !== null) {
    const date = new Date(expiresAt);
    return (
      <time dateTime={expiresAt} title={timeTitle(expiresAt, date)}>
        {date.toLocaleString()}
      </time>
    );
  }
  return state === 'ready' ? 'not told; it is renewed when the server refuses it' : 'not known yet';
}

function SourceRows({ source }: { readonly source: CredentialSource }) {
  if (source.kind === 'command') {
    return (
      <>
        <FactRow name="Command">
          <span className={view.mono}>{commandLineText(source.command)}</span>
        </FactRow>
        <FactRow name="Token sent as">
          <span className={view.mono}>
            {source.header === 'authorization' ? 'Authorization: Bearer' : 'x-api-key'}
          </span>
        </FactRow>
      </>
    );
  }
  return (
    <>
      <FactRow name="Sign-in server">
        <span className={view.mono}>{source.issuer || source.endpoints?.token}</span>
      </FactRow>
      <FactRow name="Client ID">
        <span className={view.mono}>{source.clientId}</span>
      </FactRow>
    </>
  );
}
