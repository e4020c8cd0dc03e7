import type { RequestEntry } from '../../shared/model/request-log.ts';
import { useSubscription } from '../rpc/use-subscription.ts';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { curlCommand } from '../domain/curl.ts';
import { useResponse } from './queries.ts';
import styles from './RequestsDrawer.module.css';

/** One request: why there was no good answer, and how to make it again by hand. */
export function RequestDetail({ entry }: { readonly entry: RequestEntry }) {
  const connections = useSubscription('connections.watch', {}).item?.connections ?? [];
  const connection = connections.find((one) => one.id === entry.connectionId) ?? null;
  const curl = curlCommand(entry, connection);
  return (
    <section className={styles.detail} aria-label="Request">
      <div className={styles.part}>
        <h3>{`${new Date(entry.at).toLocaleTimeString()} on ${connection?.name ?? 'a removed server'}`}</h3>
        <span className={styles.quiet}>{entry.purpose}</span>
      </div>
      <Response entry={entry} />
      {entry.problem === null ? null : <CodeText label="Problem" text={entry.problem} wrap maxHeight={120} />}
      <div className={styles.part}>
        <h3>As curl</h3>
        <span className={styles.quiet}>{noteOf(entry)}</span>
        <span className={styles.grow} />
        <CopyButton label="Copy as curl" text={curl} />
      </div>
      <CodeText label="As curl" text={curl} wrap maxHeight={220} />
    </section>
  );
}

/** What a pasted command leaves out. */
function noteOf({ isBodyTruncated }: RequestEntry): string {
  return isBodyTruncated
    ? 'only the beginning of the body is stored: this command is incomplete'
    : 'keys are variables to set; other secrets are masked';
}

/** What came back: headers and the beginning of the body. */
function Response({ entry }: { readonly entry: RequestEntry }) {
  const { data, error, isPending } = useResponse(entry);
  const response = data?.response ?? null;
  const status = entry.status === null ? 'No answer' : `Status ${entry.status}`;
  if (error) return <ErrorNotice action="Could not load the response" error={error} />;
  if (response === null) {
    return isPending ? null : (
      <div className={styles.part}>
        <h3>Response</h3>
        <span className={styles.quiet}>
          {entry.status === null ? 'No response yet' : `${status}. Nothing more of it is kept.`}
        </span>
      </div>
    );
  }
  const { headers, body, isTruncated } = response;
  const headerText = headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  return (
    <>
      <div className={styles.part}>
        <h3>Response</h3>
        <span className={styles.quiet}>
          {status}
          {body === null ? '. A stream of events: the Events tab of its run has them.' : ''}
          {isTruncated ? '. Only the beginning of the body is kept.' : ''}
        </span>
        <span className={styles.grow} />
        {body === null || body === '' ? null : <CopyButton label="Copy the response body" text={body} />}
      </div>
      <CodeText label="Response headers" text={headerText} wrap maxHeight={90} />
      {body === null || body === '' ? null : (
        <CodeText label="Response body" text={body} wrap maxHeight={160} />
      )}
    </>
  );
}
