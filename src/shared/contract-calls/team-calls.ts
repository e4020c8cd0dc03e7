import { z } from 'zod';
import { Connection, ConnectionDraft } from '../model/connection.ts';
import { TeamMember, ThreadViewers } from '../model/team.ts';
import { call, stream } from '../rpc/contract-types.ts';
import { nothing, onServer, onThread } from './call-inputs.ts';

export const teamCalls = {
  /** Who uses this window; `null` unless the host serves a team. */
  'team.member': call(nothing, z.strictObject({ member: TeamMember.nullable() })),
  /**
   * Adds a server with this member's own key and headers, which only this member sees and uses; its address and settings are
   * those that the shared server has now. For such a server, changes its key and headers. Fails with `unsupported` for the demo
   * server and recordings, and without a team.
   */
  'team.setKey': call(
    onServer.extend({ key: ConnectionDraft.shape.key, headers: ConnectionDraft.shape.headers }),
    Connection,
  ),
};

export const teamStreams = {
  /**
   * Open while a visible window shows the thread, which is told to the others. Yields who else looks at it, at once and
   * after changes.
   */
  'team.viewers': stream(onThread, ThreadViewers),
};
