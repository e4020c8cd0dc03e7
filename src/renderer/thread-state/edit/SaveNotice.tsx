import { X } from 'lucide-react';
import type { StateUpdateResult } from '../../../shared/model/thread.ts';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { StateDiff } from '../StateDiff.tsx';
import styles from '../state.module.css';
import { shortId } from '../../ui/display/format.ts';

export function SaveNotice({
  result,
  runProblem,
  onClose,
}: {
  readonly result: StateUpdateResult;
  // Why the requested run did not start; `null` if it did or none was requested.
  readonly runProblem: unknown;
  readonly onClose: () => void;
}) {
  const { state, changedKeys, differences } = result;
  return (
    <div className={styles.saved} role="status" data-testid="state-saved">
      <div className={styles.savedHead}>
        <p>
          Saved as checkpoint <code>{shortId(state.checkpointId ?? '')}</code>.{' '}
          {changedKeys.length === 0 ? 'No value changed.' : `Changed: ${changedKeys.join(', ')}.`}
        </p>
        <IconButton label="Close" icon={<X size={14} />} onClick={onClose} />
      </div>
      {runProblem === null ? null : (
        <div className={styles.diff}>
          <p>The edit is saved, but the run was not started.</p>
          <ErrorNotice action="Could not start the run" error={runProblem} />
        </div>
      )}
      {differences.map(({ key, expectedText, actualText }) => (
        <div key={key} className={styles.diff}>
          <p>
            <strong>{key}</strong> differs from your edit:{' '}
            {actualText === null ? 'it is not in the new state' : whatHappened}
          </p>
          {actualText === null ? null : <StateDiff before={expectedText} after={actualText} />}
        </div>
      ))}
    </div>
  );
}

const whatHappened = 'changed by its reducer or the server. − sent, + stored:';
