import { useMutation } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import styles from './RemoteImage.module.css';
import { useRpc } from '../rpc/rpc-context.ts';
import { useUnavailable } from '../rpc/server-features.ts';

interface RemoteImageProps {
  readonly address: string;
  readonly label: string;
}

export function RemoteImage({ address, label }: RemoteImageProps) {
  const rpc = useRpc();
  const noLoad = useUnavailable(null, 'images.load');
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => rpc.call('images.load', { address }),
  });
  return (
    <div className={styles.remote}>
      <p className={styles.line}>
        <ImageOff size={13} aria-hidden />
        <span>{label}</span>
        <CopyButton label="Copy the address" text={address} />
      </p>
      <code className={styles.address}>{address}</code>
      {data ? (
        <img
          className={styles.image}
          src={`data:${data.type};base64,${data.base64}`}
          alt={`${label}, ${address}`}
        />
      ) : (
        <Button
          size="small"
          busy={isPending ? 'Loading…' : null}
          disabled={isPending || noLoad !== null}
          title={noLoad ?? undefined}
          onClick={() => mutate()}
        >
          Load image from {hostOf(address)}
        </Button>
      )}
      {error === null ? null : <ErrorNotice action="Could not load the image" error={error} />}
    </div>
  );
}

// The ASCII form of the host, which exposes look-alike letters of other scripts.
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'there';
}
