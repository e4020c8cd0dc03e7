import { Pin, X } from 'lucide-react';
import { dispatch } from '../../commands/command-queue.ts';
import { usePins } from '../../shared-ui/stored-pins.ts';
import { ignorePins, useIgnoresPins } from '../../shared-ui/run-stops.ts';
import { Switch } from '../../ui/controls/Switch.tsx';
import { groupProps } from '../../ui/a11y-props.ts';
import { useCurrentRun } from '../current-run.ts';
import styles from './Composer.module.css';

// More are counted.
const maxNames = 6;

/** Which nodes of the graph are pinned, above what starts a run. */
export function PinsNote({ graphId }: { readonly graphId: string }) {
  const { connectionId, options, checkpointId } = useCurrentRun();
  const isIgnored = useIgnoresPins();
  const pins = usePins({ connectionId, graphId });
  const count = pins.all.length;
  if (count === 0) return null;
  const unnamedCount = count - maxNames;
  return (
    <div className={styles.pins} {...groupProps('Pinned nodes')}>
      <p className={styles.pinned} data-ignored={isIgnored}>
        <Pin size={13} aria-hidden />
        <span>{count === 1 ? '1 pinned node:' : `${count} pinned nodes:`}</span>
        {pins.all.slice(0, maxNames).map(({ nodeId }) => (
          <span key={nodeId} className={styles.pin}>
            <button
              type="button"
              title={`Edit the pin of ${nodeId}`}
              onClick={() => dispatch({ type: 'edit-pin', nodeId })}
            >
              {nodeId}
            </button>
            <button type="button" aria-label={`Unpin ${nodeId}`} onClick={() => pins.remove(nodeId)}>
              <X size={11} aria-hidden />
            </button>
          </span>
        ))}
        {unnamedCount > 0 ? <span>and {unnamedCount.toLocaleString('en')} more</span> : null}
      </p>
      {options.stateless && checkpointId === null ? (
        <p className={styles.quiet}>Not used: a run without a thread has no state to write to.</p>
      ) : (
        <Switch label="Ignore pins for the next run" checked={isIgnored} onChange={ignorePins} />
      )}
    </div>
  );
}
