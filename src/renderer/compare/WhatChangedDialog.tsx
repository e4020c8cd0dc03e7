import { GitCompareArrows } from 'lucide-react';
import type { RunChange, WhatChanged } from '../../shared/model/comparison.ts';
import { compareBoth } from '../shared-ui/compare-tray.ts';
import { runTrayEntry } from '../shared-ui/tray-entries.ts';
import { Button } from '../ui/controls/Button.tsx';
import { shortId } from '../ui/display/format.ts';
import { TruncatedText } from '../ui/display/TruncatedText.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { useThreadName, useWhatChanged } from './queries.ts';
import { changeTitle, searchedText, sortChanges } from './run-changes.ts';
import styles from './WhatChanged.module.css';

export interface WhatChangedDialogProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly runId: string;
  readonly onClose: () => void;
}

export function WhatChangedDialog({ connectionId, threadId, runId, onClose }: WhatChangedDialogProps) {
  const { data, error, refetch } = useWhatChanged({ connectionId, threadId, runId });
  const base = data?.base ?? null;
  const baseThread = useThreadName(connectionId, base?.threadId ?? null);
  const ownThread = useThreadName(connectionId, threadId);
  const compare = (): void => {
    if (base === null) return;
    const named = { connectionId, number: null, createdAt: null };
    compareBoth(
      runTrayEntry('turn', { ...named, ...base, threadName: baseThread }),
      runTrayEntry('turn', { ...named, threadId, runId, threadName: ownThread }),
    );
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={640}
      title="What changed?"
      description={base === null ? undefined : <Base base={base} threadId={threadId} name={baseThread} />}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={<GitCompareArrows size={14} aria-hidden />}
            disabled={base === null}
            onClick={compare}
          >
            Compare both runs
          </Button>
        </>
      }
    >
      {error !== null ? (
        <ErrorNotice
          action="Could not look for a successful run"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <Loading>Looking for the last successful run, and comparing</Loading>
      ) : base === null ? (
        <EmptyState
          compact
          title="No earlier successful run"
          sentence={[searchedText(data.searched), data.searched.problem]
            .filter((text) => text !== null)
            .join(' ')}
        />
      ) : (
        <Changes changes={data.changes} />
      )}
    </Dialog>
  );
}

interface BaseProps {
  readonly base: NonNullable<WhatChanged['base']>;
  readonly threadId: string;
  readonly name: string | null;
}

function Base({ base, threadId, name }: BaseProps) {
  const where = base.threadId === threadId ? 'this thread' : `thread “${name ?? shortId(base.threadId)}”`;
  return (
    <>
      Compared with <code>{shortId(base.runId)}</code> of {where}, the last run of this graph before it that
      the server reports as successful.
    </>
  );
}

function Changes({ changes }: { readonly changes: readonly RunChange[] }) {
  const { different, unknown, same } = sortChanges(changes);
  return (
    <div className={styles.all}>
      {different.length === 0 ? (
        <p>{unknown.length === 0 ? 'No differences.' : 'No known differences.'}</p>
      ) : (
        <ol className={styles.changes} aria-label="Differences">
          {different.map((change) => (
            <li key={change.kind}>
              <h3>{changeTitle(change)}</h3>
              {change.note === null ? null : <p className={styles.quiet}>{change.note}</p>}
              <dl>
                <dt>Before</dt>
                <dd>
                  <Text text={change.before} />
                </dd>
                <dt>Now</dt>
                <dd>
                  <Text text={change.after} />
                </dd>
              </dl>
            </li>
          ))}
        </ol>
      )}
      {same.length === 0 ? null : (
        <p className={styles.quiet}>
          Same: {same.map((change) => changeTitle(change).toLowerCase()).join(', ')}.
        </p>
      )}
      {unknown.map((change) => (
        <p key={change.kind} className={styles.quiet}>
          {changeTitle(change)}: unknown. {change.note}
        </p>
      ))}
    </div>
  );
}

function Text({ text }: { readonly text: string | null }) {
  return text === null ? (
    <span className={styles.quiet}>none</span>
  ) : (
    <TruncatedText text={text} initialLength={300} />
  );
}
