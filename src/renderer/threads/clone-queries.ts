import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CloneBranches } from '../../shared/model/thread-clone.ts';
import { invalidateChanged } from '../queries/invalidate-changed.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { assistantsQuery } from '../queries/shared-queries.ts';
import { useRpc } from '../rpc/rpc-context.ts';

export interface CloneTarget {
  readonly connectionId: string;
  readonly graphId: string;
  readonly source: { readonly connectionId: string; readonly threadId: string };
  readonly branches: CloneBranches;
}

export function useTargetGraphs(connectionId: string) {
  const rpc = useRpc();
  return useQuery({
    ...assistantsQuery(rpc, connectionId),
    select: (assistants) => [...new Set(assistants.map(({ graphId }) => graphId))],
  });
}

// What a clone would have and lack. Read each time that the dialog is opened: threads change.
export function useCloneCheck(target: CloneTarget | null) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.cloneCheck(target),
    queryFn: ({ signal }) => {
      if (target === null) throw new Error('Nothing to check.');
      return rpc.call('clones.check', { ...target }, signal);
    },
    enabled: target !== null,
    // The choice of branches stays while they are read.
    placeholderData: (previous, query) => (isSamePlace(query?.queryKey[1], target) ? previous : undefined),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

function isSamePlace(before: object | null | undefined, target: CloneTarget | null): boolean {
  return JSON.stringify({ ...before, branches: null }) === JSON.stringify({ ...target, branches: null });
}

export function useCloneThread(cloneId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  const running = useRef<AbortController | null>(null);
  const mutation = useMutation({
    mutationFn: ({ name, ...target }: CloneTarget & { readonly name: string | null }) => {
      running.current = new AbortController();
      return rpc.call('clones.start', { ...target, cloneId, name }, running.current.signal);
    },
    onSettled: (_result, _error, { connectionId }) =>
      invalidateChanged(queryClient, queryKeys.threads(connectionId)),
  });
  return { mutation, cancel: () => running.current?.abort() };
}
