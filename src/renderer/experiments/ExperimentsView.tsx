import { ListChecks, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { maxExperiments, type Experiment } from '../../shared/model/inputs/experiment.ts';
import { Button } from '../ui/controls/Button.tsx';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import list from '../ui/layout/ListDetail.module.css';
import { ListDetail } from '../ui/layout/ListDetail.tsx';
import { PaneHeader } from '../ui/layout/Toolbar.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { ExperimentDetail } from './ExperimentDetail.tsx';
import { isOpen, summaryText } from '../../shared/inputs/experiment-labels.ts';
import { useExperiments } from './queries.ts';

export interface ExperimentsViewProps {
  /** The experiment that is shown first; `null` is the newest. */
  readonly initialId: string | null;
  readonly switcher: ReactNode;
  readonly onNew: () => void;
  readonly onOpenThread: (connectionId: string, threadId: string, runId: string | null) => void;
  readonly renderDiff: (before: string, after: string) => ReactNode;
}

export function ExperimentsView(props: ExperimentsViewProps) {
  const { initialId, switcher, onNew, onOpenThread, renderDiff } = props;
  const { data, error, refetch } = useExperiments();
  const [shownId, setShownId] = useState(initialId);
  const shown = data?.find(({ experimentId }) => experimentId === shownId) ?? data?.[0] ?? null;
  return (
    <ListDetail
      label="Experiments"
      id="experiments.columns"
      list={{ id: 'experiments', size: 280, minSize: 220 }}
      detail={{ id: 'experiment', minSize: 420 }}
      header={
        <>
          <PaneHeader
            title="Experiments"
            note={data ? String(data.length) : ''}
            actions={
              <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={onNew}>
                New
              </Button>
            }
          />
          <div className={list.filters}>{switcher}</div>
          {error ? (
            <ErrorNotice action="Could not load experiments" error={error} onRetry={() => void refetch()} />
          ) : null}
        </>
      }
      footer={<p className={list.note}>The last {maxExperiments} are kept on this computer.</p>}
      shown={
        shown === null ? (
          <EmptyState
            icon={<ListChecks size={20} aria-hidden />}
            title="No experiment selected"
            sentence="An experiment has a row for each input and assistant, with what became of it."
          />
        ) : (
          <ExperimentDetail
            key={shown.experimentId}
            experiment={shown}
            onOpenThread={onOpenThread}
            onRerun={setShownId}
            renderDiff={renderDiff}
          />
        )
      }
    >
      {!data ? (
        error ? null : (
          <Loading>Loading experiments</Loading>
        )
      ) : data.length === 0 ? (
        <EmptyState
          compact
          title="No experiments"
          sentence="Run some inputs, or paste a table of them, to see what becomes of each."
        />
      ) : (
        <Listbox
          label="Experiments"
          items={data}
          keyOf={({ experimentId }) => experimentId}
          selectedKey={shown?.experimentId ?? null}
          onSelect={({ experimentId }) => setShownId(experimentId)}
          render={(experiment) => <ExperimentItem experiment={experiment} />}
        />
      )}
    </ListDetail>
  );
}

function ExperimentItem({ experiment }: { readonly experiment: Experiment }) {
  const { name, createdAt, counts } = experiment;
  const bad = counts.failed + counts.refused + counts.stopped;
  const status = isOpen(experiment)
    ? 'busy'
    : bad > 0
      ? 'error'
      : counts.unknown + counts.unsent > 0
        ? 'unknown'
        : 'success';
  return (
    <div className={list.row}>
      <StatusIcon status={status} label="" />
      <span className={list.name}>{name}</span>
      <span className={`${list.quiet} ${list.end}`}>
        <TimeAgo at={createdAt} />
      </span>
      <span className={`${list.quiet} ${list.second}`}>{summaryText(experiment)}</span>
    </div>
  );
}
