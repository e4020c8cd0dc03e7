import { useState, type ReactNode } from 'react';
import { ExternalLink } from 'lucide-react';
import type { CheckScore, ExperimentRow, ExperimentTarget } from '../../shared/model/experiment.ts';
import { CompareButton } from '../shared-ui/CompareItem.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { durationText } from '../ui/display/format.ts';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import list from '../ui/resource-view/resource-view.module.css';
import { rowName } from '../../shared/inputs/experiment-labels.ts';
import { rowTrayEntry } from './targets.ts';
import { useComparison } from './queries.ts';
import styles from './Experiments.module.css';

interface ResultDetailProps {
  readonly experimentId: string;
  readonly row: ExperimentRow;
  readonly target: ExperimentTarget | null;
  readonly onOpenThread: (connectionId: string, threadId: string, runId: string | null) => void;
  readonly renderDiff: (before: string, after: string) => ReactNode;
}

// The checks of a row with their reasons, its output, and what changed since the last experiment.
export function ResultDetail({ experimentId, row, target, onOpenThread, renderDiff }: ResultDetailProps) {
  const { threadId, runId, problem, result } = row;
  const [view, setView] = useState<'result' | 'changes'>('result');
  const entry = rowTrayEntry(row, target);
  const facts = [
    result?.ms == null ? null : `took ${durationText(result.ms)}`,
    result?.tokens == null ? null : `${result.tokens.toLocaleString('en')} tokens`,
    target === null
      ? null
      : `${target.assistantName} on ${target.serverName}${target.version === null ? '' : `, version ${target.version}`}`,
  ].filter((fact) => fact !== null);
  return (
    <section className={styles.result} aria-label="Row">
      <header className={list.head}>
        <h4 className={styles.path}>{rowName(row)}</h4>
        <div className={list.actions}>
          <SegmentedControl
            label="Part of the row to show"
            value={view}
            onChange={setView}
            options={[
              { value: 'result', label: 'Result' },
              { value: 'changes', label: 'Changes', disabled: result === null },
            ]}
          />
          {entry === null ? null : <CompareButton entry={entry} />}
          <Button
            size="small"
            disabled={threadId === null || target === null}
            onClick={() =>
              threadId !== null && target !== null && onOpenThread(target.connectionId, threadId, runId)
            }
          >
            Open its thread
          </Button>
        </div>
      </header>
      <p className={styles.quiet}>{facts.join(' · ')}</p>
      {view === 'changes' ? (
        <Changes experimentId={experimentId} row={row} renderDiff={renderDiff} />
      ) : (
        <>
          {problem === null ? null : <p className={styles.problem}>{problem}</p>}
          {result?.error == null ? null : <p className={styles.problem}>{result.error}</p>}
          {result !== null && result.checks.length === 0 ? (
            <p className={styles.quiet}>This input has no checks.</p>
          ) : null}
          <ul className={styles.checks}>
            {result?.checks.map(({ label, outcome, reason, score }, position) => (
              // Two checks may be equal, so the key is the index.
              // eslint-disable-next-line react/no-array-index-key
              <li key={position} className={styles.check}>
                <StatusIcon
                  status={outcome === 'passed' ? 'success' : outcome === 'failed' ? 'error' : 'unknown'}
                  label={outcome}
                />
                <span className={styles.checkLabel}>{label}</span>
                <span className={styles.quiet}>{reason}</span>
                {score?.run == null ? null : (
                  <JudgeThreadButton name={score.name} run={score.run} onOpenThread={onOpenThread} />
                )}
              </li>
            ))}
          </ul>
          {result === null ? (
            <p className={styles.quiet}>{problem === null ? 'No result yet.' : ''}</p>
          ) : (
            <p className={styles.output}>{result.outputText ?? 'The output could not be read.'}</p>
          )}
        </>
      )}
    </section>
  );
}

function JudgeThreadButton({
  name,
  run: { connectionId, threadId, runId },
  onOpenThread,
}: Pick<ResultDetailProps, 'onOpenThread'> & {
  readonly name: string;
  readonly run: NonNullable<CheckScore['run']>;
}) {
  return (
    <IconButton
      size="small"
      label={`Open the thread of the judge: ${name}`}
      icon={<ExternalLink size={13} aria-hidden />}
      onClick={() => onOpenThread(connectionId, threadId, runId)}
    />
  );
}

function Changes({
  experimentId,
  row,
  renderDiff,
}: Pick<ResultDetailProps, 'experimentId' | 'row' | 'renderDiff'>) {
  const { data, error, refetch } = useComparison(experimentId, row.index, row.runId);
  if (error)
    return <ErrorNotice action="Could not read the outputs" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading>Reading the outputs</Loading>;
  if (data.beforeAt === null) {
    return (
      <p className={styles.quiet}>No earlier experiment has a result for this input on this assistant.</p>
    );
  }
  if (data.beforeText === null || data.afterText === null) {
    return (
      <p className={styles.quiet}>
        A thread no longer exists on its server, so the outputs can’t be compared.
      </p>
    );
  }
  return (
    <>
      <p className={styles.quiet}>
        {`Compared with the experiment of ${new Date(data.beforeAt).toLocaleString()}, ignoring IDs and metadata of messages.`}
      </p>
      <div className={styles.diff}>{renderDiff(data.beforeText, data.afterText)}</div>
    </>
  );
}
