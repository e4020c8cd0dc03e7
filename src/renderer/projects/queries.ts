import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AppError } from '../../shared/app-error.ts';
import type { LogLine } from '../../shared/model/local-server.ts';
import type { Project } from '../../shared/model/project.ts';
import { appendLogLines } from '../shared-ui/log-filter.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { subscribeToStream } from '../rpc/subscription.ts';
import { useSubscription } from '../rpc/use-subscription.ts';

export function useProjects() {
  return useSubscription('projects.watch', {});
}

/** The project whose server has this connection; `null` without one, and until projects are known. */
export function useProjectOf(connectionId: string | null): Project | null {
  const { item } = useProjects();
  return item?.projects.find((project) => project.connectionId === connectionId) ?? null;
}

export interface ProjectLog {
  readonly lines: readonly LogLine[];
  readonly error: AppError | null;
}

export function useProjectLog(projectId: string): ProjectLog {
  const rpc = useRpc();
  const [log, setLog] = useState<ProjectLog>({ lines: [], error: null });
  useEffect(
    () =>
      subscribeToStream(
        rpc,
        'projects.log',
        { projectId },
        {
          onItem: ({ lines: added }, first) =>
            setLog(({ lines }) => ({ lines: appendLogLines(lines, added, first), error: null })),
          onState: (_state, error) => setLog((before) => ({ ...before, error })),
        },
      ),
    [rpc, projectId],
  );
  return log;
}

// `onReady` is called even if the view that started it is gone.
export function useStartProject(onReady: (connectionId: string) => void) {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (input: { readonly projectId: string; readonly withDebugger?: boolean }) =>
      rpc.call('projects.start', input),
    onSuccess: ({ status, connectionId }) => {
      if (status.state === 'ready' && connectionId !== null) onReady(connectionId);
    },
  });
}
