import { SquareFunction, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { formatJson } from 'exact-json';
import type { RunFrame } from '../../../shared/model/run.ts';
import { CodeText } from '../../ui/display/CodeText.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { describeJsonError } from '../json-error.ts';
import { eventSource } from './event-source.ts';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
import styles from './EventsView.module.css';

// Limits the displayed characters of a payload.
const maxShownLength = 200_000;

export interface EventPayloadProps {
  readonly log: Pick<RunLogSnapshot, 'frames' | 'load'>;
  readonly seq: number;
  readonly onNode: (nodeId: string, taskId: string | null) => void;
  readonly onClose: () => void;
}

export function EventPayload({ log, seq, onNode, onClose }: EventPayloadProps) {
  const { frames, load } = log;
  const isHere = frames.has(seq);
  const frame = useMemo(() => (isHere ? frames.frame(seq) : undefined), [frames, seq, isHere]);
  const facts = frames.facts(seq);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    if (!frame) load(seq, seq + 1).catch(setProblem);
  }, [frame, load, seq]);
  if (frame) return <Payload frame={frame} onNode={onNode} onClose={onClose} />;
  return (
    <div className={styles.payload}>
      <div className={styles.payloadHead}>
        <b>{facts?.mode}</b>
        <span className={styles.namespace} />
        <IconButton label="Close" size="small" icon={<X size={13} aria-hidden />} onClick={onClose} />
      </div>
      {problem === null ? (
        <Loading>Loading the event</Loading>
      ) : (
        <ErrorNotice action="Could not load the event" error={problem} />
      )}
    </div>
  );
}

interface PayloadProps extends Pick<EventPayloadProps, 'onNode' | 'onClose'> {
  readonly frame: RunFrame;
}

function Payload({ frame, onNode, onClose }: PayloadProps) {
  const source = useMemo(() => eventSource(frame), [frame]);
  const [view, setView] = useState<'parsed' | 'raw'>('parsed');
  const wrong = useMemo(() => describeJsonError(frame.text), [frame.text]);
  const text = useMemo(
    () => (view === 'raw' || wrong !== null ? frame.text : formatJson(frame.text, 2, maxShownLength)),
    [frame.text, view, wrong],
  );
  return (
    <div className={styles.payload}>
      <div className={styles.payloadHead}>
        <b>{frame.mode}</b>
        <span className={styles.namespace} title={frame.namespace.join(' | ')}>
          {frame.namespace.join(' | ')}
        </span>
        <SegmentedControl
          label="View of the event"
          value={view}
          onChange={setView}
          options={[
            { value: 'parsed', label: 'Parsed', disabled: wrong !== null },
            { value: 'raw', label: 'Raw' },
          ]}
        />
        {source === null ? null : (
          <IconButton
            label={`Show what ${source.nodeId.replaceAll(':', ' › ')} did`}
            size="small"
            icon={<SquareFunction size={13} aria-hidden />}
            onClick={() => onNode(source.nodeId, source.taskId)}
          />
        )}
        <CopyButton label="Copy the raw text" text={frame.text} />
        <IconButton label="Close" size="small" icon={<X size={13} aria-hidden />} onClick={onClose} />
      </div>
      {wrong === null ? null : <p className={styles.problem}>This payload is not valid JSON. {wrong}</p>}
      <CodeText label="Text of the event" text={text.slice(0, maxShownLength)} wrap />
      {text.length > maxShownLength ? (
        <p className={styles.namespace}>
          Only the first {maxShownLength.toLocaleString('en')} characters are shown. Copy to see the rest.
        </p>
      ) : null}
    </div>
  );
}
