import { Workflow } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { NodeActivitySource } from '../shared-ui/node-activity.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { GraphView } from './GraphView.tsx';
import type { NodeActions } from './NodeMenu.tsx';
import { GraphPlaceholder } from './canvas/GraphPlaceholder.tsx';
import type { DisplayedGraph } from './canvas/use-report-displayed-graph.ts';
import { useGraphShape } from '../queries/shared-queries.ts';
import styles from './canvas/Canvas.module.css';

export interface GraphPaneProps {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly graphId: string;
  // The assistant's version; node positions are stored per version.
  readonly version: number | null;
  readonly activity: NodeActivitySource;
  readonly name: string;
  readonly threadId: string | null;
  readonly namesDeclared: boolean | null;
  readonly actions: NodeActions;
  readonly banner: ReactNode;
  readonly selectedNodeId: string | null;
  readonly selectedTaskId: string | null;
  readonly onSelectNode: (nodeId: string | null, taskId?: string) => void;
  // Called when the displayed graph changes; `null` for anything but a graph.
  readonly onDisplayed: (displayedGraph: DisplayedGraph | null) => void;
}

export function GraphPane(props: GraphPaneProps) {
  const { connectionId, assistantId, version, activity, selectedNodeId, onSelectNode, onDisplayed } = props;
  const graph = useGraphShape(connectionId, assistantId);
  const isNone = graph.data ? graph.data.nodes.length === 0 : graph.isError;
  useEffect(() => {
    if (isNone) onDisplayed(null);
  }, [isNone, onDisplayed]);
  return (
    <section className={styles.root} aria-label="Graph">
      {graph.data && graph.data.nodes.length > 0 ? (
        <GraphView
          key={JSON.stringify([connectionId, assistantId])}
          connectionId={connectionId}
          assistantId={assistantId}
          graphId={props.graphId}
          version={version}
          name={props.name}
          threadId={props.threadId}
          actions={props.actions}
          shape={graph.data}
          namesDeclared={props.namesDeclared}
          old={graph.isError}
          activity={activity}
          banner={props.banner}
          selectedId={selectedNodeId}
          selectedTaskId={props.selectedTaskId}
          onSelect={onSelectNode}
          onDisplayed={onDisplayed}
        />
      ) : (
        <div className={styles.blank}>
          {graph.data && !graph.isError ? (
            <EmptyState
              icon={<Workflow size={20} aria-hidden />}
              title="This graph has no nodes"
              sentence="The server returned an empty graph."
              action={<Button onClick={() => void graph.refetch()}>Refresh</Button>}
            />
          ) : (
            <GraphPlaceholder graph={graph} />
          )}
        </div>
      )}
    </section>
  );
}
