import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { RecordingPreview } from '../../shared/model/recording.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { sizeText } from '../ui/display/format.ts';
import { Transfer } from './Transfer.tsx';
import { useTransfer } from './use-transfer.ts';
import styles from './Recordings.module.css';

interface SendDraftProps {
  readonly draft: RecordingPreview;
  readonly onSent: (host: string) => void;
}

/** Uploads a recording to an address, as it was previewed. */
export function SendDraft({ draft: { draftId, zipBytes }, onSent }: SendDraftProps) {
  const rpc = useRpc();
  const [address, setAddress] = useState('');
  const transfer = useTransfer();
  // Sending is a stream, and needs the same as every other address.
  const noSend = useUnavailable(null, 'recordings.askAddress');
  const send = (): void =>
    transfer.start(
      (signal) => rpc.open('recordings.send', { draftId, address }, signal),
      () => onSent(new URL(address.trim()).host),
    );
  return (
    <section aria-label="Save to address" className={styles.search}>
      <form
        className={styles.send}
        onSubmit={(event) => {
          event.preventDefault();
          if (transfer.step === null && noSend === null && address.trim() !== '') send();
        }}
      >
        <TextField
          label="Save to address"
          value={address}
          onChange={setAddress}
          type="url"
          maxLength={8192}
          placeholder="https://"
          disabled={transfer.step !== null || noSend !== null}
          hint={
            noSend ??
            'A link of S3 that is presigned for uploads, or a file on a WebDAV server. The studio sends the file as it is shown above, and no key.'
          }
        />
        {transfer.step === null ? (
          <Button
            type="submit"
            icon={<Upload size={14} aria-hidden />}
            disabled={address.trim() === '' || noSend !== null}
            title={noSend ?? undefined}
          >
            {`Send ${sizeText(zipBytes)}`}
          </Button>
        ) : (
          <Button onClick={transfer.cancel}>Stop sending</Button>
        )}
      </form>
      <div aria-live="polite" className={styles.answer}>
        {transfer.step === null ? null : <Transfer verb="Sending" step={transfer.step} />}
        {transfer.error ? (
          <ErrorNotice action="Could not send the recording" error={transfer.error} onRetry={send} />
        ) : null}
      </div>
    </section>
  );
}
