import { expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { savedButUnread } from './saved-but-unread.ts';

it('says that the change was made, and why it can not be shown', () => {
  const reason = new AppError('server-failed', 'The server reported an internal error.');
  expect(() => savedButUnread('The edit')(reason)).toThrow(
    expect.objectContaining({
      code: 'server-failed',
      message: 'The edit was saved, but it could not be read back. The server reported an internal error.',
      details: { written: 'yes' },
    }),
  );
});
