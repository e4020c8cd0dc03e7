import { expect, it } from 'vitest';
import { isNewer, releasesOf, versionInAnswer } from './releases.ts';

it.each([
  'https://github.com/someone/studio',
  'git+https://github.com/someone/studio.git',
  'github:someone/studio',
  { type: 'git', url: 'git+https://github.com/someone/studio.git' },
])('finds the releases of %j', (repository) => {
  expect(releasesOf(repository)).toEqual({
    latest: 'https://api.github.com/repos/someone/studio/releases/latest',
    page: 'https://github.com/someone/studio/releases',
  });
});

it.each([
  undefined,
  null,
  '',
  7,
  {},
  'https://example.com/a/b',
  'http://github.com/a/b',
  'https://github.com/a',
  'https://github.com/a/b/c',
  'https://github.com.evil/a/b',
  'https://user@github.com/a/b',
])('knows none of %j', (repository) => expect(releasesOf(repository)).toBeNull());

it('compares by number, and takes a preview for older than its version', () => {
  const order = ['0.9.9', '0.10.0', '1.0.0-alpha', '1.0.0-beta.2', '1.0.0', '1.0.1', '10.0.0'];
  for (const [index, one] of order.entries())
    for (const [place, other] of order.entries()) expect(isNewer(one, other)).toBe(index > place);
  expect(isNewer('v1.1.0', '1.0.0')).toBe(true);
  expect(isNewer('1.0.0+build', '1.0.0')).toBe(false);
  expect(isNewer('latest', '1.0.0')).toBe(false);
});

it('reads the version of an answer, and nothing else', () => {
  expect(versionInAnswer('{"tag_name":"v1.2.3","html_url":"https://evil.example"}')).toBe('1.2.3');
  for (const text of ['', '[]', 'null', '{}', '{"tag_name":7}', '{"tag_name":"<b>"}', '{"tag_name":"1.2"}'])
    expect(versionInAnswer(text)).toBeNull();
});
