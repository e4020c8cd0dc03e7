import type { ConnectionHealth, RecordingFacts } from '../../shared/model/connection.ts';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { recordedText, serverText } from './connection-labels.ts';
import { FactRow } from './FactRow.tsx';
import styles from './ServersView.module.css';

export function RecordingProperties({
  recording,
  health,
}: {
  readonly recording: RecordingFacts;
  readonly health: ConnectionHealth | null;
}) {
  const { fileName, recordedAt, serverName, serverUrl, threadId, runId, missing, missingTotal } = recording;
  const unlistedCount = missingTotal - missing.length;
  return (
    <dl className={styles.properties}>
      <FactRow name="File">
        <span className={styles.mono}>{fileName}</span>
      </FactRow>
      <FactRow name="Recorded">{recordedText(recordedAt)}</FactRow>
      <FactRow name="Of server">{serverUrl === null ? serverName : `${serverName}, ${serverUrl}`}</FactRow>
      {health?.server ? <FactRow name="Version">{serverText(health.server)}</FactRow> : null}
      <FactRow name="Thread">
        <span className={styles.mono}>{threadId}</span>
        <CopyButton label="Copy thread ID" text={threadId} />
      </FactRow>
      {runId === null ? null : (
        <FactRow name="Only run">
          <span className={styles.mono}>{runId}</span>
        </FactRow>
      )}
      <FactRow name="Holds">
        {`${recording.checkpoints.toLocaleString('en')} checkpoints, ${recording.frames.toLocaleString('en')} events`}
      </FactRow>
      <FactRow name="Missing">
        {missingTotal === 0
          ? 'nothing'
          : [...missing, ...(unlistedCount > 0 ? [`And ${unlistedCount} more.`] : [])].join(' ')}
      </FactRow>
    </dl>
  );
}
