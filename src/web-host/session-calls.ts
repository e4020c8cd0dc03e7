import type { StudioHandlers } from '../shared/contract.ts';
import type { Session, Sessions } from './auth/sessions.ts';

/** The calls of the contract that depend on who asks. */
export function createSessionHandlers(
  sessions: Sessions,
  session: Session,
): Pick<StudioHandlers['calls'], 'sessions.countOthers' | 'sessions.endOthers'> {
  return {
    'sessions.countOthers': async () => ({ others: sessions.countOthers(session) }),
    'sessions.endOthers': async () => ({ ended: sessions.endOthers(session) }),
  };
}
