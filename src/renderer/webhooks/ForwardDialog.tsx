import { useState } from 'react';
import type { WebhookDelivery, WebhookForward } from '../../shared/model/webhook.ts';
import { useCallMutation } from '../queries/use-call.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { sizeText, durationText } from '../ui/display/format.ts';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { publicUrlProblem } from './endpoint-form.ts';
import { useDeliveryContent } from './queries.ts';
import styles from './ListenerDialog.module.css';
import { TruncatedText } from '../ui/display/TruncatedText.tsx';
import { forwardText } from './webhook-labels.ts';

interface ForwardDialogProps {
  readonly delivery: WebhookDelivery;
  readonly url: string;
  readonly onClose: () => void;
}

export function ForwardDialog({ delivery, url: first, onClose }: ForwardDialogProps) {
  const [url, setUrl] = useState(first);
  const { data: content } = useDeliveryContent(delivery.id);
  const forward = useCallMutation('webhooks.forward');
  const problem = publicUrlProblem(url);
  const isCut = content?.bodyIsWhole === false;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={520}
      title="Forward delivery"
      description={`Posts the body (${sizeText(delivery.size)}, ${delivery.contentType ?? 'no content type'}) to this address only. No key, cookie or other header is sent, redirects are not followed, and the token of the run is masked.`}
      footer={
        <>
          <Button onClick={onClose}>{forward.data ? 'Close' : 'Cancel'}</Button>
          <Button
            variant="primary"
            disabled={url.trim() === '' || problem !== null || isCut}
            busy={forward.isPending ? 'Forwarding' : null}
            onClick={() => forward.mutate({ deliveryId: delivery.id, url: url.trim() })}
          >
            {forward.data ? 'Forward again' : 'Forward'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {isCut ? (
          <p className={styles.warning}>Only part of the body is stored, so it can’t be forwarded.</p>
        ) : null}
        <TextField
          mono
          label="Address"
          placeholder="http://localhost:3000/webhook"
          value={url}
          maxLength={2048}
          error={problem}
          onChange={(next) => {
            setUrl(next);
            forward.reset();
          }}
        />
        {forward.data ? (
          <output className={styles.result} data-tone={isGood(forward.data.status) ? 'ok' : 'fail'}>
            <ForwardResult forward={forward.data} />
          </output>
        ) : null}
        {forward.error ? <ErrorNotice action="Could not forward" error={forward.error} /> : null}
      </div>
    </Dialog>
  );
}

function isGood(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

function ForwardResult({ forward }: { readonly forward: WebhookForward }) {
  return (
    <>
      <p className={styles.heading}>{`${forwardText(forward)} after ${durationText(forward.ms)}`}</p>
      {forward.text === '' ? null : (
        <div className={styles.hint}>
          <TruncatedText text={forward.text} />
        </div>
      )}
    </>
  );
}
