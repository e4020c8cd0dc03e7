import { GitCompareArrows, RefreshCw } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { AlignedExecution } from '../../shared/model/comparison.ts';
import { isSameSide, useCompareTray } from '../shared-ui/compare-tray.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { SplitPane } from '../ui/controls/SplitPane.tsx';
import { stepKey } from './aligned-steps.ts';
import type { ComparedProps, CompareViewProps } from './compare-view-props.ts';
import { ComparedParts } from './ComparedParts.tsx';
import { useSides } from './queries.ts';
import { CompareTray } from './CompareTray.tsx';
import { useEndOfRuns } from './use-end-of-runs.ts';
import { ExecutionComparison } from './ExecutionComparison.tsx';
import styles from './Compare.module.css';

export function CompareView(props: CompareViewProps) {
  const left = useCompareTray((tray) => tray.left);
  const right = useCompareTray((tray) => tray.right);
  const { data, error, isFetching, refetch, dataUpdatedAt } = useSides(
    left?.side ?? null,
    right?.side ?? null,
  );
  return (
    <section className={styles.view} aria-label="Compare">
      <CompareTray serverName={props.serverName} choices={props.choices} onOpen={props.onOpen}>
        <IconButton
          size="small"
          label={
            dataUpdatedAt === 0
              ? 'Reload both sides'
              : `Reload both sides (as of ${new Date(dataUpdatedAt).toLocaleTimeString()})`
          }
          icon={<RefreshCw size={14} aria-hidden />}
          disabled={left === null || right === null || isFetching}
          onClick={() => void refetch()}
        />
      </CompareTray>
      <div>
        {error === null ? null : (
          <div className={styles.notice}>
            <ErrorNotice
              action={data === undefined ? 'Could not compare' : 'Could not reload both sides'}
              error={error}
              onRetry={() => void refetch()}
            />
          </div>
        )}
        {left !== null && right !== null && isSameSide(left.side, right.side) ? (
          <p className={styles.note}>Both sides are the same item. Choose another one to see differences.</p>
        ) : null}
      </div>
      <div className={styles.body}>
        {left === null || right === null ? (
          <EmptyState
            icon={<GitCompareArrows size={20} aria-hidden />}
            title={left === null && right === null ? 'Nothing to compare yet' : 'One side is missing'}
            sentence="Choose Compare… in the menu of a thread, run, checkpoint, node or assistant, of any server, or drag it onto the tray above."
          />
        ) : data === undefined ? (
          error === null ? (
            <Loading fill>Reading both sides</Loading>
          ) : null
        ) : (
          <Compared
            key={JSON.stringify([left.side, right.side])}
            left={left}
            right={right}
            comparison={data}
            version={dataUpdatedAt}
            onReread={() => void refetch()}
            {...props}
          />
        )}
      </div>
    </section>
  );
}

function Compared(props: ComparedProps) {
  const { left, right, comparison, onReread } = props;
  const { executions } = comparison;
  useEndOfRuns(left.side, comparison.left, onReread);
  useEndOfRuns(right.side, comparison.right, onReread);
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  // Read again, it may be another one, or gone.
  const selected = executions?.rows.find((step) => stepKey(step) === selectedKey) ?? null;
  const select = useCallback(
    (step: AlignedExecution | null) => setSelectedKey(step === null ? null : stepKey(step)),
    [],
  );
  const parts = <ComparedParts {...props} step={selected} onCloseStep={() => setSelectedKey(null)} />;
  if (executions === null) return parts;
  return (
    <SplitPane
      id="compare.columns"
      direction="row"
      panes={[
        {
          id: 'executions',
          size: '46%',
          minSize: 320,
          content: (
            <ExecutionComparison {...props} alignment={executions} selected={selected} onSelect={select} />
          ),
        },
        { id: 'parts', minSize: 360, content: parts },
      ]}
    />
  );
}
