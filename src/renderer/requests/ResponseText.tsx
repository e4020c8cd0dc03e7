import type { RequestResponse } from '../../shared/model/request-log.ts';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import styles from './RequestsDrawer.module.css';

interface ResponseTextProps {
  readonly status: number | null;
  readonly response: RequestResponse | null;
  readonly missing: string;
}

export function ResponseText({ status, response, missing }: ResponseTextProps) {
  const answered = status === null ? 'No response' : `Status ${status}`;
  if (response === null) {
    return (
      <div className={styles.part}>
        <h3>Response</h3>
        <span className={styles.quiet}>{status === null ? missing : `${answered}. ${missing}`}</span>
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
          {answered}
          {body === null ? '. A stream of events: see the Events tab of its run.' : ''}
          {isTruncated ? '. Only the beginning of the body is stored.' : ''}
        </span>
        <span className={styles.grow} />
        {body === null || body === '' ? null : <CopyButton label="Copy the response body" text={body} />}
      </div>
      <CodeText label="Response headers" text={headerText} wrap />
      {body === null || body === '' ? null : (
        <CodeText label="Response body" text={body} wrap maxHeight={160} />
      )}
    </>
  );
}
