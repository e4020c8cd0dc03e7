import { AppError } from '../shared/app-error.ts';
import type { CallsOf, StreamsOf } from '../shared/contract.ts';
import { aborted } from './common/abortable.ts';

/** Handlers of a host for one person, who is no member of a team. A host for a team replaces them. */
export const noTeamHandlers: { readonly calls: CallsOf<'team'>; readonly streams: StreamsOf<'team'> } = {
  calls: {
    'team.member': async () => ({ member: null }),
    'team.setKey': () =>
      Promise.reject(new AppError('unsupported', 'Only members of a team have keys of their own.')),
  },
  streams: {
    async *'team.viewers'(_input, signal) {
      yield { names: [], more: 0 };
      await aborted(signal);
    },
  },
};
