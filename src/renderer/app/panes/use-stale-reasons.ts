import type { RecordedRun } from '../../../shared/model/thread-record.ts';
import { useProjectOf } from '../../projects/queries.ts';
import { useCallQuery } from '../../queries/use-call.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useMissingCapability } from '../../rpc/server-features.ts';
import { staleReason } from '../../shared-ui/stale-reason.ts';
import { useWorkbench } from '../use-workbench.ts';

/** Says of the runs of the selected server why their results are older than what made them; `null` for those that are not. */
export function useStaleReasons(): (run: RecordedRun) => string | null {
  const { selection, assistant } = useWorkbench();
  const connectionId = selection.connectionId ?? '';
  const reloadedAt = useProjectOf(connectionId)?.status.reloadedAt ?? null;
  const noVersions = useMissingCapability(connectionId, 'assistantVersions');
  const assistantId = assistant?.assistantId ?? '';
  const versions = useCallQuery(
    queryKeys.assistantVersions(connectionId, assistantId),
    'assistants.versions',
    { connectionId, assistantId },
    // Of one with a single version, there is nothing to compare.
    { enabled: noVersions === null && (assistant?.version ?? 1) > 1, staleTime: 30_000, retry: false },
  );
  const makers = { assistant, versions: versions.data?.versions ?? null, reloadedAt };
  return (run) => staleReason(run, makers);
}
