import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AppError } from '../../shared/app-error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { SignInStep } from '../../shared/model/credential.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { subscribeToStream } from '../rpc/subscription.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import styles from './CredentialSection.module.css';

interface SignInDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** Signs in to a server while it is open; closing it cancels the sign-in. */
export function SignInDialog({ connection, onClose }: SignInDialogProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Sign in to ${connection.name}`}
      width={460}
    >
      <Attempt
        key={attempt}
        connectionId={connection.id}
        onRetry={() => setAttempt(attempt + 1)}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface AttemptProps {
  readonly connectionId: string;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

function Attempt({ connectionId, onRetry, onClose }: AttemptProps) {
  const { step, error } = useSignIn(connectionId);
  return (
    <div className={styles.steps}>
      {error ? <ErrorNotice action="Sign-in failed" error={error} /> : <Step step={step} />}
      <div className={styles.foot}>
        {error ? (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        ) : (
          <Button variant={step.step === 'done' ? 'primary' : 'ghost'} onClick={onClose}>
            {step.step === 'done' ? 'Close' : 'Cancel'}
          </Button>
        )}
      </div>
    </div>
  );
}

function Step({ step }: { readonly step: SignInStep }) {
  switch (step.step) {
    case 'preparing':
      return <Loading>Asking the sign-in server</Loading>;
    case 'done':
      return (
        <p role="status">You are signed in. The studio renews the sign-in while the server allows it.</p>
      );
    case 'browser':
      return (
        <>
          <p>Sign in on the page of the sign-in server, in a browser on this computer.</p>
          <Page url={step.url} />
          <Loading inline>Waiting for you to sign in</Loading>
        </>
      );
    case 'device':
      return (
        <>
          <p>Open the page on any device and enter this code:</p>
          <div className={styles.code}>
            <span>{step.userCode}</span>
            <CopyButton label="Copy code" text={step.userCode} />
          </div>
          <Page url={step.completeUrl ?? step.url} shownUrl={step.url} />
          <Loading
            inline
          >{`Waiting for you to sign in, until ${new Date(step.expiresAt).toLocaleTimeString()}`}</Loading>
        </>
      );
  }
}

function Page({ url, shownUrl = url }: { readonly url: string; readonly shownUrl?: string }) {
  return (
    <>
      <a className={styles.open} href={url} target="_blank" rel="noopener noreferrer">
        <ExternalLink size={14} aria-hidden />
        Open the sign-in page
      </a>
      <div className={styles.address}>
        <span title={shownUrl}>{shownUrl}</span>
        <CopyButton label="Copy address of the sign-in page" text={url} />
      </div>
    </>
  );
}

// A lost port ends the sign-in: a new one would show another code.
function useSignIn(connectionId: string) {
  const rpc = useRpc();
  const [step, setStep] = useState<SignInStep>({ step: 'preparing' });
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    return subscribeToStream(
      rpc,
      'connections.signIn',
      { connectionId },
      {
        onItem: setStep,
        onState: (_state, problem) => setError(problem),
      },
    );
  }, [rpc, connectionId]);
  return { step, error };
}
