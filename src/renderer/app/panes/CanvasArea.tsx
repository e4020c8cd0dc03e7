import { useCallback, useEffect } from 'react';
import { Network } from 'lucide-react';
import type { Server } from '../../connections/queries.ts';
import { useUnavailable } from '../../rpc/server-features.ts';
import { NoServer } from '../../shared-ui/NoServer.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { readCachedGraph, useCacheGraph } from '../cached-graph.ts';
import { removeSplash } from '../splash/splash.ts';
import { useGraphSplash } from '../splash/use-graph-splash.ts';
import { selectNode, useRunSession, useSession } from '../../runs/run-session.ts';
import { useNodeActions } from './use-node-actions.ts';
import { useWorkbench, type Workbench } from '../use-workbench.ts';
import {
  LazyGraphPane,
  LazyRecordedNodes,
  LazyServerProblem,
  LazyCanvasBanner,
} from '../shell/lazy-views.ts';
import styles from '../shell/Workspace.module.css';

function noServerSentence(hasServers: boolean, canAdd: boolean): string {
  if (!canAdd) return hasServers ? 'Select a server above.' : 'Nothing is served here.';
  return hasServers
    ? 'Select a server above, or add one by its address.'
    : 'Add a graph server by its address to see its graphs.';
}

export function CanvasArea() {
  const workbench = useWorkbench();
  const session = useRunSession();
  const activity = useSession((state) => state.activity);
  const selectedNodeId = useSession((state) => state.selectedNodeId);
  const selectedTaskId = useSession((state) => state.selectedTaskId);
  const onSelectNode = useCallback(
    (nodeId: string | null, taskId?: string) => selectNode(session, nodeId, taskId),
    [session],
  );
  const actions = useNodeActions();
  const noAdd = useUnavailable(null, 'connections.save');
  const { servers, server, assistants, assistant, selection } = workbench;
  useCacheGraph(selection.connectionId, assistant);
  const onShown = useGraphSplash(selection);
  const last = mayCome(workbench) ? readCachedGraph(selection) : null;
  const cachedAssistant = assistant ? { ...assistant, name: assistant.graphId } : last;
  const isLooking = servers.servers === null && servers.watched.error === null;
  const isOther = cachedAssistant === null && !isLooking;
  useEffect(() => {
    if (isOther) removeSplash('graph');
  }, [isOther]);

  useEffect(() => {
    LazyGraphPane.code.load().catch(() => removeSplash('graph'));
  }, []);

  if (servers.servers === null) {
    if (servers.watched.error)
      return <Problem action="Could not load servers" error={servers.watched.error} />;
    return <Loading fill>Looking for servers</Loading>;
  }
  if (server === null) {
    return (
      <NoServer
        title={servers.servers.length === 0 ? 'No server' : 'No server selected'}
        sentence={noServerSentence(servers.servers.length > 0, noAdd === null)}
      />
    );
  }
  if (cachedAssistant) {
    return (
      <>
        <LazyGraphPane
          connectionId={server.connection.id}
          assistantId={cachedAssistant.assistantId}
          graphId={cachedAssistant.name}
          version={cachedAssistant.version}
          name={cachedAssistant.name}
          threadId={selection.threadId}
          namesDeclared={namesDeclaredBreakpoints(server)}
          actions={actions}
          banner={<LazyCanvasBanner key={selection.threadId} connectionId={server.connection.id} />}
          activity={activity}
          selectedNodeId={selectedNodeId}
          selectedTaskId={selectedTaskId}
          onSelectNode={onSelectNode}
          onDisplayed={onShown}
        />
        {last ? <p className={styles.last}>Last known graph. {waitingFor(server)}.</p> : null}
      </>
    );
  }
  const { health, isCurrent } = server;
  if (isCurrent && health && health.state !== 'connected' && health.state !== 'connecting') {
    return <LazyServerProblem server={server} />;
  }
  if (assistants.data) {
    const { recording } = server.connection;
    return recording ? (
      <LazyRecordedNodes
        connectionId={server.connection.id}
        threadId={selection.threadId}
        isImport={recording.importedFrom !== undefined}
        selectedNodeId={selectedNodeId}
        onSelectNode={onSelectNode}
      />
    ) : (
      <EmptyState
        icon={<Network size={20} aria-hidden />}
        title="No graphs"
        sentence={`${server.connection.name} has no assistants, or the API key has no access to them.`}
        action={<Button onClick={() => void assistants.refetch()}>Refresh</Button>}
      />
    );
  }
  if (assistants.error)
    return (
      <Problem
        action="Could not load assistants"
        error={assistants.error}
        onRetry={() => void assistants.refetch()}
      />
    );
  return <Loading fill>{waitingFor(server)}</Loading>;
}

// Whether graphs name the breakpoints that they declare (docs/protocol.md, Graph JSON); `null` if unknown.
function namesDeclaredBreakpoints({ health }: Server): boolean | null {
  return health?.server?.capabilities.declaredBreakpoints.available ?? null;
}

// Whether the server's assistants may still load.
function mayCome({ server, assistants }: Workbench): boolean {
  if (server === null || assistants.data || assistants.error) return false;
  const { health } = server;
  return health === null || health.state === 'connecting' || health.state === 'connected';
}

function waitingFor({ connection, health, isCurrent }: Server): string {
  if (!isCurrent) return 'Waiting for the studio';
  if (health?.state === 'connected') return 'Loading assistants';
  return connection.kind === 'demo' ? 'Starting the demo server' : `Connecting to ${connection.name}`;
}

interface ProblemProps {
  readonly action: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
}

function Problem({ action, error, onRetry }: ProblemProps) {
  return (
    <div className={styles.problem}>
      <ErrorNotice action={action} error={error} {...(onRetry ? { onRetry } : {})} />
    </div>
  );
}
