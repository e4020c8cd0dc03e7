import { ChevronDown, ChevronUp, GitCompareArrows, RefreshCw } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useCommandBindings } from '../commands/command-registry.ts';
import { useCommandKeys } from '../commands/keymap.ts';
import type { AlignedExecution, Alignment, Comparison } from '../../shared/model/comparison.ts';
import { useCompareTray, type TrayEntry } from '../domain/compare/compare-tray.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { SplitPane } from '../ui/layout/SplitPane.tsx';
import {
  isDifferent,
  nextDifference,
  stepKey,
  stepNodeId,
  stepOfNode,
  stepSummary,
} from './aligned-steps.ts';
import type { ComparedProps, CompareViewProps } from './compare-view-props.ts';
import { ComparedParts } from './ComparedParts.tsx';
import { useSides } from './queries.ts';
import { StepList } from './StepList.tsx';
import { CompareTray } from './tray/CompareTray.tsx';
import styles from './Compare.module.css';

/** Two things side by side: what ran on the canvas and step by step, and every part as a diff. */
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
              ? 'Read both sides again'
              : `Read both sides again (as of ${new Date(dataUpdatedAt).toLocaleTimeString()})`
          }
          icon={<RefreshCw size={14} aria-hidden />}
          disabled={left === null || right === null || isFetching}
          onClick={() => void refetch()}
        />
      </CompareTray>
      {error === null ? null : (
        <div className={styles.notice}>
          <ErrorNotice
            action={data === undefined ? 'Could not compare' : 'Could not read both sides again'}
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
      )}
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
            {...props}
          />
        )}
      </div>
    </section>
  );
}

function Compared(props: ComparedProps) {
  const { executions } = props.comparison;
  const [selected, setSelected] = useState<AlignedExecution | null>(null);
  const parts = <ComparedParts {...props} step={selected} onCloseStep={() => setSelected(null)} />;
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
          content: <WhatRan {...props} alignment={executions} selected={selected} onSelect={setSelected} />,
        },
        { id: 'parts', minSize: 360, content: parts },
      ]}
    />
  );
}

interface WhatRanProps extends ComparedProps {
  readonly alignment: Alignment;
  readonly selected: AlignedExecution | null;
  readonly onSelect: (step: AlignedExecution | null) => void;
}

/** The graph with its marks, above the steps. */
function WhatRan({ left, right, comparison, alignment, renderGraph, selected, onSelect }: WhatRanProps) {
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const [clickedId, setClickedId] = useState<string | null>(null);
  const [graphOf, setGraphOf] = useState<'left' | 'right'>('left');
  const nextKeys = useCommandKeys('compare.next-difference');
  const previousKeys = useCommandKeys('compare.previous-difference');
  const key = selected === null ? null : stepKey(selected);
  const { rows } = alignment;
  const steps = useMemo(
    () => (onlyDifferent ? rows.filter((step) => isDifferent(step) || stepKey(step) === key) : rows),
    [rows, onlyDifferent, key],
  );
  const next = useMemo(() => nextDifference(rows, key, 1), [rows, key]);
  const previous = useMemo(() => nextDifference(rows, key, -1), [rows, key]);
  const select = (step: AlignedExecution): void => {
    setClickedId(null);
    onSelect(step);
  };
  // Stable, because each node of the canvas would render anew.
  const selectNode = useCallback(
    (nodeId: string | null): void => {
      const step = nodeId === null ? null : stepOfNode(rows, nodeId);
      setClickedId(step === null ? nodeId : null);
      onSelect(step);
    },
    [rows, onSelect],
  );
  const noNext = next === null ? 'No step after this one differs.' : null;
  const noPrevious = previous === null ? 'No step before this one differs.' : null;
  const goNext = (): void => void (next !== null && select(next));
  const goPrevious = (): void => void (previous !== null && select(previous));
  useCommandBindings({
    'compare.next-difference': { run: goNext, blocked: noNext },
    'compare.previous-difference': { run: goPrevious, blocked: noPrevious },
  });
  const graphs = { left: graphSource(left, comparison.left), right: graphSource(right, comparison.right) };
  const shown = graphs[graphOf] ?? graphs.left ?? graphs.right;
  const areTwo =
    graphs.left !== null &&
    graphs.right !== null &&
    JSON.stringify(graphs.left) !== JSON.stringify(graphs.right);
  return (
    <SplitPane
      id="compare.rows"
      direction="column"
      panes={[
        {
          id: 'graph',
          minSize: 120,
          content: (
            <div className={styles.graph}>
              {shown === null ? (
                <EmptyState compact title="No graph" sentence="The graph of neither side is known." />
              ) : (
                renderGraph({
                  ...shown,
                  marks: alignment.nodes,
                  selectedNodeId: clickedId ?? (selected === null ? null : stepNodeId(selected)),
                  onSelectNode: selectNode,
                })
              )}
              {areTwo ? (
                <div className={styles.graphChoice}>
                  <SegmentedControl
                    label="Show the graph of"
                    value={graphOf}
                    onChange={setGraphOf}
                    options={[
                      { value: 'left', label: 'Left graph' },
                      { value: 'right', label: 'Right graph' },
                    ]}
                  />
                </div>
              ) : null}
            </div>
          ),
        },
        {
          id: 'steps',
          size: '50%',
          minSize: 120,
          content: (
            <div className={styles.pane}>
              <div className={styles.bar}>
                <h2>Steps</h2>
                <span className={styles.quiet} role="status">
                  {stepSummary(rows)}
                </span>
                <span className={styles.grow} />
                <Switch label="Only different" checked={onlyDifferent} onChange={setOnlyDifferent} />
                <IconButton
                  size="small"
                  label="Previous difference"
                  kbd={previousKeys}
                  icon={<ChevronUp size={14} aria-hidden />}
                  disabled={noPrevious !== null}
                  onClick={goPrevious}
                />
                <IconButton
                  size="small"
                  label="Next difference"
                  kbd={nextKeys}
                  icon={<ChevronDown size={14} aria-hidden />}
                  disabled={noNext !== null}
                  onClick={goNext}
                />
              </div>
              <StepList alignment={alignment} steps={steps} selectedKey={key} onSelect={select} />
            </div>
          ),
        },
      ]}
    />
  );
}

/** Where to read the graph of a side; `null` if it is unknown. */
function graphSource(
  { side: { connectionId } }: TrayEntry,
  { assistantId }: Comparison['left'],
): { readonly connectionId: string; readonly assistantId: string } | null {
  return assistantId === null ? null : { connectionId, assistantId };
}
