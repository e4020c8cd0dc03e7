import { AppError } from '../shared/app-error.ts';
import type { StudioHandlers } from '../shared/contract.ts';

// Calls and streams that only some hosts have, all refused with `unsupported`; a host replaces its own.
export const unsupported = {
  calls: {
    'sessions.countOthers': noSessions,
    'sessions.endOthers': noSessions,
    'menu.show': noMenu,
    'windows.new': async () => {
      throw new AppError('unsupported', 'A browser opens its tabs itself.');
    },
    'projects.pickFolder': async () => {
      throw new AppError('unsupported', 'A browser has no dialog for the folders of this machine.', {
        hint: 'Enter the path of the folder.',
      });
    },
  },
  streams: {
    'menu.watch': () => refuseStream(noMenu),
    'links.watch': () =>
      refuseStream(async () => {
        throw new AppError('unsupported', 'The system opens no links with a browser session.');
      }),
  },
} satisfies {
  readonly calls: Pick<
    StudioHandlers['calls'],
    'sessions.countOthers' | 'sessions.endOthers' | 'menu.show' | 'windows.new' | 'projects.pickFolder'
  >;
  readonly streams: Pick<StudioHandlers['streams'], 'menu.watch' | 'links.watch'>;
};

async function noSessions(): Promise<never> {
  throw new AppError('unsupported', 'The desktop window has no browser sessions.');
}

async function noMenu(): Promise<never> {
  throw new AppError('unsupported', 'A browser has no app menu.');
}

function refuseStream(refuse: () => Promise<never>): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: refuse }) };
}
