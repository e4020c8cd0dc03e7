import { expect, it } from 'vitest';
import { privilegedSchemes } from './app-origin.ts';

it('the scheme is standard and secure and may fetch; it may not pass by the policy, nor anything else', () => {
  expect(privilegedSchemes).toEqual([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
});
