import { ListChecks } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Experiment } from '../../shared/model/inputs/experiment.ts';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import list from '../ui/layout/ListDetail.module.css';
import { SplitPane } from '../ui/layout/SplitPane.tsx';
import { PaneHeader } from '../ui/layout/Toolbar.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { ExperimentDetail } from './ExperimentDetail.tsx';
import { isOpen } from './experiment-labels.ts';
import { useExperiments } from './queries.ts';

export interface ResultsViewProps {
  /** The table that is shown first; `null` is the newest. */
  readonly initialId: string | null;
  /** Switches to the inputs. */
  readonly switcher: ReactNode;
  readonly onOpenThread: (connectionId: string, threadId: string, runId: string | null) => void;
  readonly renderDiff: (before: string, after: string) => ReactNode;
}

/** Tables of inputs that were run, on any server, and what their checks came to. */
export function ResultsView({ initialId, switcher, onOpenThread, renderDiff }: ResultsViewProps) {
  const { data, error, refetch } = useExperiments();
  const [shownId, setShownId] = useState(initialId);
  const shown = data?.find(({ experimentId }) => experimentId === shownId) ?? data?.[0] ?? null;
  return (
    <section className={list.view} aria-label="Results">
      <SplitPane
        id="experiments.columns"
        direction="row"
        panes={[
          {
            id: 'experiments',
            size: 280,
            minSize: 220,
            content: (
              <div className={list.list}>
                <PaneHeader title="Results" note={data ? String(data.length) : ''} />
                <div className={list.filters}>{switcher}</div>
                {error ? (
                  <ErrorNotice action="Could not load results" error={error} onRetry={() => void refetch()} />
                ) : null}
                <div className={list.rows}>
                  {!data ? (
                    error ? null : (
                      <Loading>Loading results</Loading>
                    )
                  ) : data.length === 0 ? (
                    <EmptyState
                      compact
                      title="No results"
                      sentence="Run some inputs to see what became of them."
                    />
                  ) : (
                    <Listbox
                      label="Tables"
                      items={data}
                      keyOf={({ experimentId }) => experimentId}
                      selectedKey={shown?.experimentId ?? null}
                      onSelect={({ experimentId }) => setShownId(experimentId)}
                      render={(experiment) => <ExperimentItem experiment={experiment} />}
                    />
                  )}
                </div>
                <p className={list.note}>The last 20 tables are kept on this computer.</p>
              </div>
            ),
          },
          {
            id: 'experiment',
            minSize: 420,
            content:
              shown === null ? (
                <EmptyState
                  icon={<ListChecks size={20} aria-hidden />}
                  title="No table selected"
                  sentence="A table has a row for each input and assistant, with the outcome of each check."
                />
              ) : (
                <ExperimentDetail
                  key={shown.experimentId}
                  experiment={shown}
                  onOpenThread={onOpenThread}
                  renderDiff={renderDiff}
                />
              ),
          },
        ]}
      />
    </section>
  );
}

function ExperimentItem({ experiment }: { readonly experiment: Experiment }) {
  const { name, createdAt, counts } = experiment;
  const bad = counts.failed + counts.refused;
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
      <span className={`${list.quiet} ${list.second}`}>
        {`${counts.passed.toLocaleString('en')} of ${counts.rows.toLocaleString('en')} passed`}
        {bad === 0 ? '' : `, ${bad.toLocaleString('en')} failed`}
      </span>
    </div>
  );
}
