import { useQuery } from '@tanstack/react-query';
import type { TeamMember } from '../../shared/model/team.ts';
import { queryKeys } from './query-keys.ts';
import { useHostConnectionStatus } from '../rpc/host-connection-context.ts';
import { useRpc } from '../rpc/rpc-context.ts';

/** Who uses this window; `null` while that is not known, and in a studio of one person. */
export function useTeamMember(): TeamMember | null {
  return useMember() ?? null;
}

/** Whose stored texts this window has: a member's id, empty in a studio of one person, `null` while that is not known. */
export function useStorageOwner(): string | null {
  const member = useMember();
  return member === undefined ? null : (member?.id ?? '');
}

function useMember(): TeamMember | null | undefined {
  const rpc = useRpc();
  // The next sign-in may come with another role.
  const { epoch } = useHostConnectionStatus();
  const { data } = useQuery({
    queryKey: queryKeys.teamMember(epoch),
    queryFn: ({ signal }) => rpc.call('team.member', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.member;
}
