import { expect, it } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import { describeError } from './describe-error.ts';

it('keeps the code of what caused an error beside its own, each under a name', () => {
  const error = new AppError('unreachable', 'No response.', {
    details: { code: 'ECONNREFUSED', took: '1 s' },
  });
  expect(Object.fromEntries(describeError(error).details)).toEqual({
    cause: 'ECONNREFUSED',
    took: '1 s',
    code: 'unreachable',
  });
});
