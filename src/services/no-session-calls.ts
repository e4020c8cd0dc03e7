import { AppError } from '../shared/app-error.ts';
import type { StudioHandlers } from '../shared/contract.ts';

/** What a host without browser sessions answers to calls about them. The web host answers them itself, for each socket. */
export const unsupportedSessionCalls: Pick<StudioHandlers['calls'], 'sessions.countOthers' | 'sessions.endOthers'> = {
  'sessions.countOthers': refuse,
  'sessions.endOthers': refuse,
};

async function refuse(): Promise<never> {
  throw new AppError('unsupported', 'The desktop window has no browser sessions.');
}
