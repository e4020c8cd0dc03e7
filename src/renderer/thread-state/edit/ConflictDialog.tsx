import { Button } from '../../ui/controls/Button.tsx';
import { Chip } from '../../ui/display/Chip.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import type { MergeConflict } from './three-way-merge.ts';
import styles from './edit.module.css';
import { truncate } from '../../../shared/truncate.ts';

interface ConflictDialogProps {
  readonly conflicts: readonly MergeConflict[];
  // The node the edit is written as, however the conflict is resolved.
  readonly asNode: string | null;
  readonly onFork: (() => void) | null;
  readonly onNewest: () => void;
  readonly onCancel: () => void;
}

const maxShownLength = 400;

export function ConflictDialog({ conflicts, asNode, onFork, onNewest, onCancel }: ConflictDialogProps) {
  const clashes = conflicts.filter(({ isConflict }) => isConflict).length;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onCancel())}
      title="The thread has changed"
      width={640}
      description={
        <>
          Nothing was written, and your edit is kept. {clashSentence(clashes)} It is written as{' '}
          {asNode === null ? 'the last node that wrote' : `node ${asNode}`}.
        </>
      }
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          {onFork ? <Button onClick={onFork}>Fork from my version</Button> : null}
          <Button variant="primary" onClick={onNewest}>
            Apply to latest
          </Button>
        </>
      }
    >
      <div className={styles.versions} {...scrollableGroupProps('Differences')}>
        {conflicts.map(({ key, seenText, newestText, editedText, isConflict }) => (
          <section key={key} aria-label={key}>
            <h3>
              {key} {isConflict ? <Chip tone="wait">changed by both</Chip> : null}
            </h3>
            <dl>
              <dt>Your base</dt>
              <dd>{shown(seenText)}</dd>
              <dt>Newest</dt>
              <dd>{shown(newestText)}</dd>
              <dt>Your edit</dt>
              <dd className={isConflict ? styles.conflict : undefined}>
                {editedText === null ? 'not changed' : shown(editedText)}
              </dd>
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function clashSentence(clashes: number): string {
  if (clashes === 0) return 'Your changes do not overlap with those of the thread.';
  const things = clashes === 1 ? 'One value was' : `${clashes} values were`;
  return `${things} changed on both sides: applied to the latest state, yours replaces the other.`;
}

function shown(text: string | null): string {
  if (text === null) return 'not there';
  return truncate(text, maxShownLength);
}
