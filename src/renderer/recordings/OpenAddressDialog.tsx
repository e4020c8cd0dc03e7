import { Download } from 'lucide-react';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Connection } from '../../shared/model/connection.ts';
import type { RemoteRecording } from '../../shared/model/recording.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Property, PropertyList } from '../ui/display/PropertyList.tsx';
import { sizeText } from '../ui/display/format.ts';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { Transfer } from './Transfer.tsx';
import { useTransfer } from './use-transfer.ts';
import styles from './Recordings.module.css';

export interface OpenAddressDialogProps {
  readonly onOpened: (connection: Connection) => void;
  readonly onClose: () => void;
}

/** Opens a recording by its link, once the user has agreed to its host and size. */
export function OpenAddressDialog({ onOpened, onClose }: OpenAddressDialogProps) {
  const rpc = useRpc();
  const [address, setAddress] = useState('');
  const ask = useMutation({
    mutationFn: (typed: string) => rpc.call('recordings.askAddress', { address: typed }),
    // The typed link may give access to the file, so it is not cached.
    gcTime: 0,
  });
  const transfer = useTransfer();
  const remote = ask.data ?? null;
  const download = ({ host, fileName, bytes }: RemoteRecording): void =>
    transfer.start(
      (signal) => rpc.open('recordings.download', { address, host, fileName, bytes }, signal),
      ({ connection }) => connection && onOpened(connection),
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Open address"
      description="A link to a recording. The studio asks for its size before it downloads anything, and sends no key."
      width={560}
      footer={
        <>
          <Button onClick={transfer.step === null ? onClose : transfer.cancel}>
            {transfer.step === null ? 'Cancel' : 'Stop'}
          </Button>
          {remote === null ? (
            <Button
              variant="primary"
              type="submit"
              form="open-address"
              disabled={address.trim() === ''}
              busy={ask.isPending ? 'Asking' : null}
            >
              Continue
            </Button>
          ) : (
            <Button
              variant="primary"
              icon={<Download size={14} aria-hidden />}
              busy={transfer.step === null ? null : 'Downloading'}
              onClick={() => download(remote)}
            >
              Download and open
            </Button>
          )}
        </>
      }
    >
      <form
        id="open-address"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (remote === null && !ask.isPending && address.trim() !== '') ask.mutate(address);
        }}
      >
        <TextField
          label="Address"
          value={address}
          type="url"
          maxLength={8192}
          placeholder="https://"
          disabled={transfer.step !== null}
          hint="https, such as a presigned link of S3 or a file on a WebDAV server. What follows the ? is not stored."
          onChange={(typed) => {
            setAddress(typed);
            ask.reset();
          }}
        />
      </form>
      <div aria-live="polite" className={styles.answer}>
        {ask.error ? <ErrorNotice action="Could not open this address" error={ask.error} /> : null}
        {remote === null ? null : (
          <section aria-label="At this address" className={styles.preview}>
            <p className={styles.question}>
              {remote.bytes === null
                ? `Download a file of unknown size from ${remote.host}?`
                : `Download ${sizeText(remote.bytes)} from ${remote.host}?`}
            </p>
            <PropertyList>
              <Property name="File">{remote.fileName}</Property>
              <Property name="From">{remote.place}</Property>
            </PropertyList>
          </section>
        )}
        {transfer.step === null ? null : <Transfer verb="Downloading" step={transfer.step} />}
        {transfer.error ? <ErrorNotice action="Could not open the recording" error={transfer.error} /> : null}
      </div>
    </Dialog>
  );
}
