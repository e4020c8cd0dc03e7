import { expect, it } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const policy = new Map(
  contentSecurityPolicy('bm9uY2U=')
    .split('; ')
    .map((directive) => [directive.split(' ', 1)[0], directive] as const),
);

it('the policy allows the build’s own files, styles with the nonce of this load, and nothing else', () => {
  expect([...policy.values()]).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'nonce-bm9uY2U='",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]);
});

it('nothing of a development policy is in it', () => {
  expect(contentSecurityPolicy('x')).not.toMatch(/unsafe-|ws:|wss:|http:|https:|localhost|\*/);
});
