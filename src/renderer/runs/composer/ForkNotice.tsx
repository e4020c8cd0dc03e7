import { Eye } from 'lucide-react';
import { checkpointFacts } from '../../../shared/thread-record/history.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { shortId } from '../../ui/display/format.ts';
import { useCurrentRun } from '../current-run.ts';
import { selectCheckpoint, useRunSession } from '../run-session.ts';
import type { RunStart } from './run-start.ts';
import styles from './Composer.module.css';

/** Explains the selected checkpoint before a run starts from it. */
export function ForkNotice({ checkpointId }: { readonly checkpointId: string }) {
  const session = useRunSession();
  const { connectionId, threadId, isThreadBusy, isStarting, onRun } = useCurrentRun();
  const { record } = useThreadRecord(connectionId, threadId);
  const facts = record && checkpointFacts(record, checkpointId);
  const step = facts?.step ?? null;
  const isEnd = facts?.isEnd === true;
  const start: RunStart = { trigger: { kind: 'continue' }, checkpointId, step: false };
  return (
    <div className={styles.fork}>
      <p>
        {isEnd ? 'A run with an input starts' : 'Runs start'} from{' '}
        <span title={checkpointId}>
          {step === null ? `checkpoint ${shortId(checkpointId)}` : `step ${step}`}
        </span>
        , not from the newest state. That creates a fork; later checkpoints are kept.
        {isEnd ? ' Without an input there is nothing left to run.' : null}
      </p>
      <div className={styles.actions}>
        {isEnd ? null : (
          <>
            <Button
              size="small"
              disabled={isThreadBusy}
              busy={isStarting ? 'Starting' : null}
              onClick={() => void onRun(start)}
            >
              Continue from here
            </Button>
            <IconButton
              size="small"
              label="Preview the request"
              icon={<Eye size={13} aria-hidden />}
              onClick={() => session.setState({ previewedStart: start })}
            />
          </>
        )}
        <Button size="small" variant="ghost" onClick={() => selectCheckpoint(session, null)}>
          Back to latest
        </Button>
      </div>
    </div>
  );
}
