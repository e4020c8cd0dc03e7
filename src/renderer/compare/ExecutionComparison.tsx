import { ChevronDown, ChevronUp } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { alignedNodeId, isDifferent } from '../../shared/comparison.ts';
import type { AlignedExecution, Alignment, Comparison } from '../../shared/model/comparison.ts';
import { useCommandBindings } from '../commands/command-registry.ts';
import { useCommandKeys } from '../commands/keymap.ts';
import type { TrayEntry } from '../shared-ui/compare-tray.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { SplitPane } from '../ui/controls/SplitPane.tsx';
import { adjacentStep, nextDifference, stepKey, stepOfNode, stepSummary } from './aligned-steps.ts';
import type { ComparedProps } from './compare-view-props.ts';
import { StepList } from './StepList.tsx';
import styles from './Compare.module.css';

interface ExecutionComparisonProps extends ComparedProps {
  readonly alignment: Alignment;
  readonly selected: AlignedExecution | null;
  readonly onSelect: (step: AlignedExecution | null) => void;
}

export function ExecutionComparison({
  left,
  right,
  comparison,
  alignment,
  renderGraph,
  selected,
  onSelect,
}: ExecutionComparisonProps) {
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
  const stepAfter = useMemo(() => adjacentStep(steps, key, 1), [steps, key]);
  const stepBefore = useMemo(() => adjacentStep(steps, key, -1), [steps, key]);
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
    'compare.next-step': {
      run: () => stepAfter !== null && select(stepAfter),
      blocked: stepAfter === null ? 'There is no step after this one.' : null,
    },
    'compare.previous-step': {
      run: () => stepBefore !== null && select(stepBefore),
      blocked: stepBefore === null ? 'There is no step before this one.' : null,
    },
  });
  const graphs = { left: graphSource(left, comparison.left), right: graphSource(right, comparison.right) };
  const source = graphs[graphOf] ?? graphs.left ?? graphs.right;
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
              {source === null ? (
                <EmptyState compact title="No graph" sentence="The graph is unknown on both sides." />
              ) : (
                renderGraph({
                  ...source,
                  marks: alignment.nodes,
                  selectedNodeId: clickedId ?? (selected === null ? null : alignedNodeId(selected)),
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
          size: '42%',
          minSize: 120,
          content: (
            <div className={styles.pane}>
              <div className={styles.bar}>
                <h2>Steps</h2>
                <span className={styles.quiet} role="status">
                  {stepSummary(alignment)}
                </span>
                <div className={styles.barEnd}>
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
              </div>
              <StepList alignment={alignment} steps={steps} selectedKey={key} onSelect={select} />
            </div>
          ),
        },
      ]}
    />
  );
}

// Where to read the graph of a side; `null` if it is unknown.
function graphSource(
  { side: { connectionId } }: TrayEntry,
  { assistantId }: Comparison['left'],
): { readonly connectionId: string; readonly assistantId: string } | null {
  return assistantId === null ? null : { connectionId, assistantId };
}
