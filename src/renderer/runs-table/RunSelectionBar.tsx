import { maxSelectedRuns, type IndexedRun } from '../../shared/model/run-index.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ListSelection } from '../ui/resource-view/ListSelection.tsx';
import type { RunActionKind } from './run-actions.ts';
import { isActiveRun } from './run-labels.ts';
import type { CheckedRuns } from './use-run-selection.ts';

interface RunSelectionBarProps {
  readonly connectionId: string;
  readonly checked: CheckedRuns;
  /** Runs that the filter selects. */
  readonly total: number;
  readonly onAct: (kind: RunActionKind, runs: readonly IndexedRun[]) => void;
  readonly onAddInputs: (runs: readonly IndexedRun[]) => void;
}

/** What can be done with the selected runs. */
export function RunSelectionBar(props: RunSelectionBarProps) {
  const { connectionId, checked, total, onAct, onAddInputs } = props;
  const noCancel = useUnavailable(connectionId, 'serverRuns.cancel');
  const noDelete = useUnavailable(connectionId, 'serverRuns.delete');
  const noRepeat = useUnavailable(connectionId, 'serverRuns.repeat');
  const noInput = useUnavailable(null, 'inputs.save');
  const runs = [...checked.chosen.values()];
  const active = runs.filter(isActiveRun);
  const selectable = Math.min(total, maxSelectedRuns);
  const which = total > maxSelectedRuns ? 'the first' : 'all';
  return (
    <ListSelection
      label="Selected runs"
      allLabel={runs.length < selectable ? `Select ${which} ${selectable.toLocaleString('en')}` : null}
      list={{
        selected: runs,
        selection: {
          chosen: runs.length === 0 ? null : new Set(checked.chosen.keys()),
          all: checked.selectAll,
          stop: checked.clear,
        },
      }}
    >
      <Button
        size="small"
        disabled={active.length === 0 || noCancel !== null}
        title={noCancel ?? (active.length === 0 ? 'None of them is active.' : undefined)}
        onClick={() => onAct('cancel', active)}
      >
        {active.length > 0 && active.length < runs.length ? `Cancel ${active.length} active…` : 'Cancel…'}
      </Button>
      <Button
        size="small"
        disabled={noRepeat !== null}
        title={noRepeat ?? undefined}
        onClick={() => onAct('repeat', runs)}
      >
        Run again…
      </Button>
      <Button
        size="small"
        disabled={noInput !== null}
        title={noInput ?? undefined}
        onClick={() => onAddInputs(runs)}
      >
        Add to inputs…
      </Button>
      <Button
        size="small"
        disabled={noDelete !== null}
        title={noDelete ?? undefined}
        onClick={() => onAct('delete', runs)}
      >
        Delete…
      </Button>
    </ListSelection>
  );
}
