import { expect, it } from 'vitest';
import { fileAddress, fileNameOf, placeOf, secretsOf } from './file-address.ts';

it.each([
  'https://bucket.s3.amazonaws.com/a.recording.zip?X-Amz-Signature=abc',
  'HTTPS://example.com/a',
  'http://localhost:9000/a.zip',
  'http://127.0.0.1:9000/a.zip',
  ' https://example.com/a.zip ',
])('an address with https or on this machine can be used: %s', (text) => {
  expect(fileAddress(text).host).not.toBe('');
});

it.each([
  ['http://example.com/a.zip', 'http is not encrypted'],
  ['ftp://example.com/a.zip', 'no web address'],
  ['file:///etc/passwd', 'no web address'],
  ['https://name:password@example.com/a.zip', 'user name or password'],
  ['https://exam\u202Eple.com/a.zip', 'invisible'],
  ['https://example.com\\@evil.com/a.zip', 'backslashes'],
  ['https:example.com', 'no web address'],
  [`https://example.com/${'a'.repeat(9000)}`, 'longer'],
])('another address is refused without being repeated: %s', (text, reason) => {
  expect(() => fileAddress(text)).toThrow(reason);
  expect(() => fileAddress(text)).not.toThrow('example.com');
});

it('the place of a file has neither the query nor the fragment of its address', () => {
  const url = fileAddress('https://example.com/a/b.zip?X-Amz-Signature=secret-signature#token=abcdefgh');
  expect(placeOf(url)).toBe('example.com/a/b.zip');
  expect(secretsOf(url)).toContain('secret-signature');
  expect(secretsOf(url)).toContain('token=abcdefgh');
});

it.each([
  ['https://example.com/a/tides.recording.zip?x=1', null, 'tides.recording.zip'],
  ['https://example.com/a/%2e%2e%2Fetc', null, '..etc'],
  ['https://example.com/download', 'attachment; filename="tides.zip"', 'tides.zip'],
  ['https://example.com/download', "attachment; filename*=UTF-8''gezeiten%20%C3%BC.zip", 'gezeiten ü.zip'],
  ['https://example.com/download', 'attachment; filename="../../evil.zip"', '....evil.zip'],
  ['https://example.com/', null, 'recording'],
  ['https://example.com/..%2F..', null, 'recording'],
])('the name of a file leads nowhere: %s %s', (address, disposition, name) => {
  expect(fileNameOf(new URL(address), disposition)).toBe(name);
});
