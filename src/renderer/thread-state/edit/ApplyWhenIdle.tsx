import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useDraft } from '../../storage/drafts.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useIdleSince } from '../queries.ts';
import styles from '../state.module.css';

interface ApplyWhenIdleProps {
  readonly connectionId: string;
  readonly threadId: string;
  // Where the request is stored, so that the user is asked again after a reload. It is never sent
  // automatically then.
  readonly requestKey: string;
  // The last save was rejected because a run is active.
  readonly refused: boolean;
  readonly disabled: boolean;
  readonly isBlocked: boolean;
  readonly onIdle: () => void;
  readonly children: ReactNode;
}

export function ApplyWhenIdle(props: ApplyWhenIdleProps) {
  const { connectionId, threadId, requestKey, refused, disabled, isBlocked, onIdle, children } = props;
  const [scheduled, setScheduled] = useDraft(requestKey);
  const [since, setSince] = useState<number | null>(null);
  const forget = (): void => {
    setScheduled(null);
    setSince(null);
  };
  const idle = useIdleSince(connectionId, threadId, since);
  const act = useRef<() => void>(() => undefined);
  useEffect(() => {
    act.current = () => {
      // What cannot be sent as it is stays scheduled, and is said not to be sent.
      if (disabled) return setSince(null);
      forget();
      onIdle();
    };
  });
  useEffect(() => {
    if (idle && !isBlocked) act.current();
  }, [idle, isBlocked]);
  const wait = (): void => {
    setScheduled('waits');
    setSince(Date.now());
  };
  if (since !== null) {
    return (
      <div className={styles.moved} role="status">
        <p>Waiting for the run to end. Your edit will be sent then, if it is still open here.</p>
        <Button size="small" onClick={forget}>
          Cancel sending
        </Button>
      </div>
    );
  }
  if (scheduled === null && !refused) return children;
  return (
    <>
      <div className={styles.moved} role="status">
        <p>
          {scheduled === null
            ? 'You can apply it when the run has ended.'
            : 'This edit was scheduled for when the thread is idle. It was not sent.'}
        </p>
        <Button size="small" disabled={disabled} onClick={wait}>
          Apply when idle
        </Button>
        {scheduled === null ? null : (
          <Button size="small" variant="ghost" onClick={forget}>
            Cancel sending
          </Button>
        )}
      </div>
      {children}
    </>
  );
}
