import { z } from 'zod';

/** What a member of a team may do; each role includes those before it. */
export const teamRoles = ['look', 'run', 'edit'] as const;

export const TeamRole = z.enum(teamRoles);
export type TeamRole = z.infer<typeof TeamRole>;

/** Who uses this window, according to the proxy that signed them in. `id` tells members of one name apart: the owner of what they store. */
export const TeamMember = z.strictObject({
  id: z.string().max(100),
  name: z.string().max(100),
  role: TeamRole,
});
export type TeamMember = z.infer<typeof TeamMember>;

/**
 * A server that one member added with a key of their own. Its id names the member (`owner`: see `Identity`), so that nobody else
 * gets past the host with it.
 */
const memberConnection = /^member-([0-9a-f]{40})-[0-9a-f-]{36}$/;

/** Whose server it is; `null` for one of all members. */
export function ownerOfConnection(connectionId: string): string | null {
  return memberConnection.exec(connectionId)?.[1] ?? null;
}

export function memberConnectionId(owner: string, uuid: string): string {
  return `member-${owner}-${uuid}`;
}

/** Names of viewers that are sent; the others are counted. */
export const maxViewerNames = 20;

/** Other members who look at a thread, by name. `more`: how many are not named. */
export const ThreadViewers = z.strictObject({
  names: z.array(z.string().max(100)).max(maxViewerNames),
  more: z.int().nonnegative(),
});
export type ThreadViewers = z.infer<typeof ThreadViewers>;
