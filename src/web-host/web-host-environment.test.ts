import { expect, it } from 'vitest';
import { readWebHostEnvironment } from './web-host-environment.ts';

const token = 'a-token-of-at-least-24-letters';

it('where the web host listens, and how it is opened, can come from the environment', () => {
  expect(readWebHostEnvironment({})).toEqual({});
  expect(readWebHostEnvironment({ REMOTE_GRAPH_STUDIO_PORT: '', REMOTE_GRAPH_STUDIO_TOKEN: ' ' })).toEqual(
    {},
  );
  expect(
    readWebHostEnvironment({
      REMOTE_GRAPH_STUDIO_ADDRESS: 'network',
      REMOTE_GRAPH_STUDIO_PORT: '4711',
      REMOTE_GRAPH_STUDIO_ALLOW_NETWORK: '1',
      REMOTE_GRAPH_STUDIO_TOKEN: token,
      REMOTE_GRAPH_STUDIO_PUBLIC_URL: 'https://studio.example.com/',
    }),
  ).toEqual({
    address: 'network',
    port: 4711,
    allowNetwork: true,
    token,
    publicUrl: 'https://studio.example.com',
  });
});

it.each([
  ['PORT', '65536', '"65536" is not a port'],
  ['PORT', 'x', '"x" is not a port'],
  ['ALLOW_NETWORK', 'maybe', 'neither 1 nor 0'],
  ['TOKEN', 'short', 'fewer than 24 characters'],
  ['TOKEN', 'with a space in a long enough text', 'other characters'],
  ['PUBLIC_URL', 'studio.example.com', 'is no base address'],
  ['PUBLIC_URL', 'https://studio.example.com/path', 'is no base address'],
  ['PUBLIC_URL', 'ftp://studio.example.com', 'is no base address'],
])('a wrong %s (%s) is refused by its name', (name, value, message) => {
  const variable = `REMOTE_GRAPH_STUDIO_${name}`;
  expect(() => readWebHostEnvironment({ [variable]: value })).toThrow(message);
  expect(() => readWebHostEnvironment({ [variable]: value })).toThrow(variable);
});

it('a refused token is not repeated', () => {
  const refused = 'secret but with blanks inside';
  const read = (): unknown => readWebHostEnvironment({ REMOTE_GRAPH_STUDIO_TOKEN: refused });
  expect(read).toThrow('REMOTE_GRAPH_STUDIO_TOKEN');
  expect(read).not.toThrow('secret');
});
