import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CronSettings } from '../../shared/model/cron.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';

/** Servers run crons while nobody looks. */
const refreshMs = 30_000;

export function useCrons(connectionId: string, isOffered: boolean) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.crons(connectionId),
    queryFn: ({ signal }) => rpc.call('crons.list', { connectionId }, signal),
    refetchInterval: refreshMs,
    enabled: isOffered,
  });
}

/** The runs of a cron's thread, newest first. */
export function useThreadRuns(connectionId: string, threadId: string | null) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.runs(connectionId, threadId ?? ''),
    queryFn: ({ signal }) => rpc.call('runs.list', { connectionId, threadId: threadId ?? '' }, signal),
    enabled: threadId !== null,
    refetchInterval: refreshMs,
  });
}

/** A schedule in words, its next times, and how often it was due since a time. */
export function useScheduleReading(schedule: string, timezone: string | null, since: string | null) {
  const rpc = useRpc();
  return useQuery({
    queryKey: ['crons.read', schedule, timezone, since],
    queryFn: ({ signal }) => rpc.call('crons.read', { schedule, timezone, since }, signal),
    enabled: schedule !== '' && schedule.length <= 200,
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    retry: false,
  });
}

export type CronChange =
  | {
      readonly kind: 'create';
      readonly assistantId: string;
      readonly threadId: string | null;
      readonly settings: CronSettings;
    }
  | {
      readonly kind: 'update';
      readonly cronId: string;
      readonly settings: Partial<CronSettings> & { readonly enabled?: boolean };
      /** What the settings were, as far as the user saw. */
      readonly expected?: Partial<CronSettings>;
    };

export function useChangeCron(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: CronChange) => {
      if (change.kind === 'update') {
        const { kind: _, ...update } = change;
        return rpc.call('crons.update', { connectionId, ...update });
      }
      const { assistantId, threadId, settings } = change;
      return rpc.call('crons.create', { connectionId, assistantId, threadId, settings });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.crons(connectionId) }),
  });
}

export function useDeleteCron(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (cronId: string) => rpc.call('crons.delete', { connectionId, cronId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.crons(connectionId) }),
  });
}
