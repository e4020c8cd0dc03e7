import type { RequestEntry } from '../../shared/model/request-log.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { useSubscription } from '../rpc/use-subscription.ts';
import { describeError } from '../ui/display/describe-error.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { RequestCode } from './RequestCode.tsx';
import { stateOf } from './request-filter.ts';
import { ResponseText } from './ResponseText.tsx';
import { useReplay, useResponse } from './queries.ts';
import styles from './RequestsDrawer.module.css';

export interface RequestDetailProps {
  readonly entry: RequestEntry;
  readonly onReplay: () => void;
}

export function RequestDetail({ entry, onReplay }: RequestDetailProps) {
  const connections = useSubscription('connections.watch', {}).item?.connections ?? [];
  const connection = connections.find((one) => one.id === entry.connectionId) ?? null;
  return (
    <section className={styles.detail} aria-label="Request">
      <div className={styles.part}>
        <h3>{`${new Date(entry.at).toLocaleTimeString()} on ${connection?.name ?? 'a removed server'}`}</h3>
        <span className={styles.quiet}>{entry.purpose}</span>
        <span className={styles.grow} />
        <Replay entry={entry} hasServer={connection !== null} onReplay={onReplay} />
      </div>
      <Response entry={entry} />
      {entry.problem === null ? null : <CodeText label="Problem" text={entry.problem} wrap maxHeight={120} />}
      <RequestCode entry={entry} connection={connection} />
    </section>
  );
}

function Replay({ entry, hasServer, onReplay }: RequestDetailProps & { readonly hasServer: boolean }) {
  const { mutate, isPending, error } = useReplay();
  const reason = useUnavailable(null, 'requests.replay') ?? whyNot(entry, hasServer);
  return (
    <>
      <span className={styles.quiet}>{reason ?? (error ? describeError(error).sentence : '')}</span>
      <Button
        size="small"
        disabled={reason !== null}
        busy={isPending ? 'Sending' : null}
        onClick={() => {
          onReplay();
          mutate(entry.id);
        }}
      >
        Send again
      </Button>
    </>
  );
}

function whyNot({ replay }: RequestEntry, hasServer: boolean): string | null {
  if (replay === 'not-a-read') return 'Only requests that change nothing can be sent again.';
  if (replay === 'incomplete') return 'Not all of it is stored, so it can’t be sent again.';
  return hasServer ? null : 'Its server was removed.';
}

function Response({ entry }: { readonly entry: RequestEntry }) {
  const { data, error, isPending } = useResponse(entry);
  if (error) return <ErrorNotice action="Could not load the response" error={error} />;
  if (isPending) return null;
  return (
    <ResponseText
      status={entry.status}
      response={data?.response ?? null}
      missing={
        stateOf(entry) === 'open'
          ? 'No response yet'
          : entry.status === null
            ? 'No response'
            : 'Nothing else was stored.'
      }
    />
  );
}
