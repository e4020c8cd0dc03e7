import { anyText, fc } from '../../../../src/testing/fast-check.ts';
import { scaled } from '../../../../src/testing/test-scale.ts';
import { describe, expect, it } from 'vitest';
import { ArgumentError } from '../errors.ts';
import { toQueryString, route } from './route.ts';

const base = 'http://host.test/base';

describe('route', () => {
  it('any id stays one segment of its route', () => {
    const anything = fc.oneof(
      anyText({ minLength: 1 }),
      fc.constantFrom(
        '../assistants/x',
        '..%2f',
        '%2e%2e',
        'a/b?c#d',
        '\\..\\',
        'x\0y',
        ' ',
        '//host',
        '@',
        ':80',
        '.. ',
      ),
    );
    fc.assert(
      fc.property(anything, anything, (thread, run) => {
        fc.pre(![thread, run].some((id) => id === '.' || id === '..' || id !== Buffer.from(id).toString()));
        const url = new URL(base + route`/threads/${thread}/runs/${run}/stream`);
        const segments = url.pathname.split('/');
        expect([url.origin, url.search, url.hash]).toEqual(['http://host.test', '', '']);
        expect(segments).toHaveLength(7);
        expect([segments[2], segments[4], segments[6]]).toEqual(['threads', 'runs', 'stream']);
        expect([segments[3], segments[5]].map((each) => decodeURIComponent(each ?? ''))).toEqual([
          thread,
          run,
        ]);
      }),
      { numRuns: scaled(10_000) },
    );
  });

  it.each(['', '.', '..', '\uD800', 'a\uDC00b'])(
    'rejects %j, which can not be one segment of a URL',
    (id) => {
      expect(() => route`/threads/${id}/state`).toThrow(ArgumentError);
    },
  );
});

describe('toQueryString', () => {
  it('omits undefined, repeats lists, and sends objects as JSON', () => {
    expect(
      toQueryString({ a: 1, b: null, c: undefined, d: true, e: ['x y', 2], f: 'x&y', g: { h: 1 } }),
    ).toBe('?a=1&d=true&e=x+y&e=2&f=x%26y&g=%7B%22h%22%3A1%7D');
    expect(toQueryString({ a: undefined })).toBe('');
  });
});
