import { ThreadList } from '../../threads/ThreadList.tsx';
import { useWorkbench } from '../use-workbench.ts';

export function ThreadsSection() {
  const workbench = useWorkbench();
  const { connectionId, threadId } = workbench.selection;
  return (
    <ThreadList
      key={connectionId}
      connectionId={connectionId}
      serverName={workbench.server?.connection.name ?? ''}
      graphIds={workbench.graphIds}
      graphId={workbench.assistant?.graphId ?? null}
      selectedId={threadId}
      onSelect={workbench.selectThread}
      onOpen={(id) => {
        if (connectionId !== null) void workbench.openThread(connectionId, id);
      }}
      onGone={() => workbench.selectOwnThread(null)}
    />
  );
}
