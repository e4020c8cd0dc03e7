import { useCallMutation, useCallQuery } from '../queries/use-call.ts';
import { queryKeys } from '../queries/query-keys.ts';

// Servers run crons also while the window is closed.
const refreshMs = 30_000;

export function useCrons(connectionId: string, isOffered: boolean) {
  return useCallQuery(
    queryKeys.crons(connectionId),
    'crons.list',
    { connectionId },
    { refetchInterval: refreshMs, enabled: isOffered },
  );
}

// The runs of a cron's thread, newest first.
export function useThreadRuns(connectionId: string, threadId: string | null) {
  return useCallQuery(
    queryKeys.runs(connectionId, threadId ?? ''),
    'runs.list',
    { connectionId, threadId: threadId ?? '' },
    { enabled: threadId !== null, refetchInterval: refreshMs },
  );
}

// A schedule in words, its next times, and how often it was due since a time.
export function useScheduleReading(schedule: string, timezone: string | null, since: string | null) {
  return useCallQuery(
    ['crons.read', schedule, timezone, since],
    'crons.read',
    { schedule, timezone, since },
    {
      enabled: schedule !== '' && schedule.length <= 200,
      staleTime: refreshMs,
      refetchInterval: refreshMs,
      retry: false,
    },
  );
}

export function useCreateCron(connectionId: string) {
  return useCallMutation('crons.create', queryKeys.crons(connectionId));
}

export function useUpdateCron(connectionId: string) {
  return useCallMutation('crons.update', queryKeys.crons(connectionId));
}

export function useDeleteCron(connectionId: string) {
  return useCallMutation('crons.delete', queryKeys.crons(connectionId));
}
