import { expect, it } from 'vitest';
import { anyText, fc } from '../../testing/fast-check.ts';
import { isRecordingBaseUrl, namedRecordingBaseUrl } from './read-only.ts';
import { isSameServer, linkQuery, parseAppLink, parseLinkQuery, StudioLink } from './studio-link.ts';

const whole: StudioLink = {
  baseUrl: 'https://graphs.example/base',
  assistantId: 'a 1',
  threadId: 't&2',
  checkpointId: '1f0',
  nodeId: 'outer|inner:ü',
};

it('a link is read as it was written', () => {
  expect(parseLinkQuery(linkQuery(whole))).toEqual(whole);
  expect(parseAppLink(`remotegraph://open?${linkQuery(whole)}`)).toEqual(whole);
  expect(parseAppLink('RemoteGraph://open/?baseUrl=http://127.0.0.1:2024/&key=x')).toEqual({
    baseUrl: 'http://127.0.0.1:2024',
  });
});

it('a link may name a recording by its file, with or without its ending', () => {
  const { baseUrl } = parseLinkQuery('?recording=spring%20tides') ?? {};
  expect(baseUrl).toBe(namedRecordingBaseUrl('spring tides.recording.zip'));
  expect(isRecordingBaseUrl(baseUrl ?? '')).toBe(true);
  expect(parseLinkQuery('recording=tides.zip&checkpoint=1f0')).toMatchObject({ checkpointId: '1f0' });
  expect(parseLinkQuery('recording=..%2F..%2Fetc')?.baseUrl).toBe(
    'http://recording-named.invalid/..%2F..%2Fetc',
  );
  expect(parseLinkQuery('recording=tides&baseUrl=http://host')).toEqual({ baseUrl: 'http://host' });
});

it.each([
  '',
  'thread=t',
  'baseUrl=',
  'baseUrl=ftp://host',
  'baseUrl=javascript:alert(1)',
  'baseUrl=file:///etc/passwd',
  'baseUrl=http://user:password@host',
  'baseUrl=http://host?x=1',
  'baseUrl=http://host%23x',
  'baseUrl=http://ho%20st',
  'baseUrl=http:%5C%5Chost',
  'baseUrl=http://host&thread=',
  'baseUrl=http://host&thread=a%00b',
  `baseUrl=http://host&node=${'x'.repeat(301)}`,
  `baseUrl=http://host/${'x'.repeat(5000)}`,
])('%s is no link', (query) => {
  expect(parseLinkQuery(query)).toBeNull();
});

it.each([
  'remotegraph:',
  'remotegraph://other?baseUrl=http://h',
  '--remotegraph://open?baseUrl=http://h',
  'https://open?baseUrl=http://h',
])('%s is no link of the app', (text) => {
  expect(parseAppLink(text)).toBeNull();
});

it('any text is a link that holds, or none', () => {
  const url = fc.webUrl({ withQueryParameters: true });
  const holds = fc.property(anyText(), url, (text, address) =>
    [text, `baseUrl=${text}`, `baseUrl=${encodeURIComponent(address)}&thread=${text}`]
      .map((query) => parseAppLink(`remotegraph://open?${query}`))
      .every((link) => link === null || StudioLink.safeParse(link).success),
  );
  expect(() => fc.assert(holds)).not.toThrow();
});

it('addresses of one server are the same however they are spelled', () => {
  expect(isSameServer('http://LOCALHOST:80/', 'http://localhost')).toBe(true);
  expect(isSameServer('http://localhost', 'http://127.0.0.1')).toBe(false);
});
