import { ListChecks, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { maxExperiments, type Experiment } from '../../shared/model/experiment.ts';
import { Button } from '../ui/controls/Button.tsx';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { ListRow } from '../ui/resource-view/ListRow.tsx';
import view from '../ui/resource-view/resource-view.module.css';
import { ReadError, ResourceHeader } from '../ui/resource-view/ResourceHeader.tsx';
import { ResourceRows } from '../ui/resource-view/ResourceRows.tsx';
import { ResourceView } from '../ui/resource-view/ResourceView.tsx';
import { useResourceList } from '../ui/resource-view/use-resource-list.ts';
import { ExperimentDetail } from './ExperimentDetail.tsx';
import { isOpen, summaryText } from '../../shared/inputs/experiment-labels.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { useExperiments } from './queries.ts';
import styles from './Experiments.module.css';

export interface ExperimentsViewProps {
  // The experiment that is shown first; `null` is the newest.
  readonly initialId: string | null;
  readonly switcher: ReactNode;
  readonly onNew: () => void;
  readonly onOpenThread: (connectionId: string, threadId: string, runId: string | null) => void;
  readonly renderDiff: (before: string, after: string) => ReactNode;
}

export function ExperimentsView(props: ExperimentsViewProps) {
  const { initialId, switcher, onNew, onOpenThread, renderDiff } = props;
  const { data, error, refetch } = useExperiments();
  const isIncomplete = typeof data?.problem === 'string';
  const noStart = useUnavailable(null, 'experiments.start');
  const list = useResourceList(data?.experiments ?? none, { keyOf, initialKey: initialId });
  // A member of a team has none: they would be on the host's computer.
  const hasFiles = useUnavailable(null, 'inputs.list') === null;
  return (
    <ResourceView
      label="Experiments"
      columns={columns}
      list={list}
      header={
        <>
          <ResourceHeader
            title="Experiments"
            count={data?.experiments.length}
            isCut={isIncomplete}
            actions={
              <Button
                size="small"
                icon={<Plus size={14} aria-hidden />}
                disabled={noStart !== null}
                title={noStart ?? undefined}
                onClick={onNew}
              >
                New
              </Button>
            }
          />
          {hasFiles ? <div className={view.filters}>{switcher}</div> : null}
          <ReadError
            error={error}
            failed="Could not load experiments"
            hasData={data !== undefined}
            onRetry={() => void refetch()}
          />
          {isIncomplete ? (
            <p className={styles.problem} role="alert">
              {data.problem}
            </p>
          ) : null}
        </>
      }
      footer={
        <p className={view.note}>
          The last {maxExperiments} are kept{hasFiles ? ' on this computer' : ''}.
        </p>
      }
      noDetail={{
        icon: <ListChecks size={20} aria-hidden />,
        title: 'No experiment selected',
        sentence: 'An experiment has a row for each input and assistant, with its result.',
      }}
      renderDetail={(experiment) => (
        <ExperimentDetail
          experiment={experiment}
          onOpenThread={onOpenThread}
          onRerun={list.show}
          renderDiff={renderDiff}
        />
      )}
    >
      {data ? (
        <ResourceRows
          label="Experiments"
          {...list.rows}
          isStale={error !== null || isIncomplete}
          empty={{
            title: 'No experiments',
            sentence: hasFiles
              ? 'Run some inputs, or paste a table of them, to see the result of each.'
              : 'Paste a table of inputs to see the result of each.',
          }}
          render={(experiment) => <ExperimentItem experiment={experiment} />}
        />
      ) : error ? null : (
        <Loading>Loading experiments</Loading>
      )}
    </ResourceView>
  );
}

const columns = {
  id: 'experiments.columns',
  list: { id: 'experiments', size: 280, minSize: 220 },
  detail: { id: 'experiment', minSize: 420 },
};

const none: readonly Experiment[] = [];

function keyOf({ experimentId }: Experiment): string {
  return experimentId;
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
        : counts.waiting > 0
          ? 'waiting'
          : 'success';
  return (
    <ListRow
      icon={<StatusIcon status={status} label="" />}
      name={name}
      end={<TimeAgo at={createdAt} />}
      second={summaryText(experiment)}
      secondEnd=""
    />
  );
}
