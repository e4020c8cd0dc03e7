import { RefreshCw } from 'lucide-react';
import type { Assistant } from '../../shared/model/assistant.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { PaneHeader } from '../ui/layout/Toolbar.tsx';
import { groupByGraph, type GraphGroup } from './group-by-graph.ts';
import { useAssistants } from './queries.ts';
import styles from './AssistantList.module.css';

export interface AssistantListProps {
  readonly connectionId: string | null;
  readonly selectedId: string | null;
  readonly onSelect: (assistant: Assistant) => void;
}

/** Every assistant of the server, under its graph. */
export function AssistantList({ connectionId, selectedId, onSelect }: AssistantListProps) {
  const { data, error, isFetching, refetch } = useAssistants(connectionId);
  return (
    <section className={styles.pane} aria-label="Assistants">
      <PaneHeader
        title="Assistants"
        note={data?.length}
        actions={
          <IconButton
            label="Refresh"
            size="small"
            icon={<RefreshCw size={13} aria-hidden />}
            disabled={connectionId === null || isFetching}
            onClick={() => void refetch()}
          />
        }
      />
      <div className={styles.scroll}>
        {connectionId === null ? (
          <EmptyState compact title="No server" sentence="Select a server to see its assistants." />
        ) : data ? (
          <Groups groups={groupByGraph(data)} selectedId={selectedId} onSelect={onSelect} onRetry={refetch} />
        ) : error ? (
          <div className={styles.inset}>
            <ErrorNotice action="Could not load assistants" error={error} onRetry={() => void refetch()} />
          </div>
        ) : (
          <Loading>Loading assistants</Loading>
        )}
      </div>
    </section>
  );
}

interface GroupsProps extends Pick<AssistantListProps, 'selectedId' | 'onSelect'> {
  readonly groups: readonly GraphGroup[];
  readonly onRetry: () => unknown;
}

function Groups({ groups, selectedId, onSelect, onRetry }: GroupsProps) {
  if (groups.length === 0) {
    return (
      <EmptyState
        compact
        title="No assistants"
        sentence="This server has no graphs, or the API key has no access to them."
        action={
          <Button size="small" onClick={() => onRetry()}>
            Refresh
          </Button>
        }
      />
    );
  }
  return groups.map((group) => (
    <section key={group.graphId} className={styles.group}>
      <h3 className={styles.graph}>{group.graphId}</h3>
      <Listbox
        label={`Assistants of ${group.graphId}`}
        items={group.assistants}
        keyOf={(assistant) => assistant.assistantId}
        selectedKey={selectedId}
        onSelect={onSelect}
        render={(assistant) => <Row assistant={assistant} />}
      />
    </section>
  ));
}

function Row({ assistant }: { readonly assistant: Assistant }) {
  const { name, version, bySystem, description } = assistant;
  return (
    <div className={styles.row}>
      <span className={styles.name}>{name}</span>
      <span className={styles.note}>
        {[bySystem ? 'default' : null, version === null ? null : `v${version}`].filter(Boolean).join(' · ')}
      </span>
      {description === null || description === '' ? null : (
        <span className={styles.description}>{description}</span>
      )}
    </div>
  );
}
