import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryKeys } from '../../queries/query-keys.ts';
import { assistantsQuery } from '../../queries/shared-queries.ts';
import { useStudio } from '../../rpc/rpc-context.ts';

export interface CloneTarget {
  readonly connectionId: string;
  readonly graphId: string;
  readonly source: { readonly connectionId: string; readonly threadId: string };
}

/** Graphs of a server, for a clone. */
export function useTargetGraphs(connectionId: string) {
  const studio = useStudio();
  return useQuery({
    ...assistantsQuery(studio, connectionId),
    select: (assistants) => [...new Set(assistants.map(({ graphId }) => graphId))],
  });
}

/** What a clone would have and lack. Read each time that the dialog is opened: threads change. */
export function useCloneCheck(target: CloneTarget | null) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.cloneCheck(target),
    queryFn: ({ signal }) => {
      if (target === null) throw new Error('Nothing to check.');
      return studio.call('clones.check', { ...target }, signal);
    },
    enabled: target !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Clones a thread. `cancel` leaves nothing on the server. */
export function useCloneThread(cloneId: string) {
  const studio = useStudio();
  const queryClient = useQueryClient();
  const running = useRef<AbortController | null>(null);
  const mutation = useMutation({
    mutationFn: ({ name, ...target }: CloneTarget & { readonly name: string | null }) => {
      running.current = new AbortController();
      return studio.call('clones.start', { ...target, cloneId, name }, running.current.signal);
    },
    onSettled: (_result, _error, { connectionId }) =>
      queryClient.invalidateQueries({ queryKey: queryKeys.threads(connectionId) }),
  });
  return { mutation, cancel: () => running.current?.abort() };
}
