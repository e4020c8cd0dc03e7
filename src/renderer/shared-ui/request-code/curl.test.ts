import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../shared/model/connection.ts';
import type { RequestEntry } from '../../../shared/model/request-log.ts';
import { curlCommand } from './curl.ts';

const connection: Connection = {
  id: 'c1',
  kind: 'remote',
  name: 'Staging',
  url: 'https://staging.example.com/base',
  key: { storage: 'sealed', last4: 'beef' },
  headers: [{ name: 'x-team', last4: 'blue' }],
};
const entry: RequestEntry = {
  id: 1,
  at: '2026-11-20T22:00:00Z',
  connectionId: 'c1',
  purpose: 'runs.start',
  method: 'POST',
  path: '/threads/t1/runs?x=1&y=2',
  status: 200,
  ms: 4,
  problem: null,
  requestBody: `{"text":"it's"}`,
  isBodyTruncated: false,
  replay: 'possible',
};

describe('a request as curl', () => {
  it('names the key and the values of headers as variables', () => {
    expect(curlCommand(entry, connection)).toBe(
      [
        `curl -X POST 'https://staging.example.com/base/threads/t1/runs?x=1&y=2'`,
        `-H 'x-api-key: '"\${API_KEY:?set it to the API key of this server}"`,
        `-H 'x-team: '"\${HEADER_X_TEAM:?set it to the value of this header}"`,
        `-H 'content-type: application/json'`,
        String.raw`--data-raw '{"text":"it'\''s"}'`,
      ].join(' \\\n  '),
    );
  });

  it('is one line for a plain GET', () => {
    const plain = { ...connection, key: { storage: 'none', last4: null } as const, headers: [] };
    const get = { ...entry, method: 'GET', path: '/info', requestBody: null };
    expect(curlCommand(get, plain)).toBe('curl https://staging.example.com/base/info');
  });

  it('can not be broken out of by a path', () => {
    const evil = { ...entry, method: 'GET', requestBody: null, path: "/x'; rm -rf ~ #" };
    expect(curlCommand(evil, null)).toBe(String.raw`curl 'http://SERVER/x'\''; rm -rf ~ #'`);
  });
});
