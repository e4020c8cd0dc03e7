import { describe, expect, it } from 'vitest';
import type { ConnectionDraft } from '../../shared/model/connection.ts';
import { anyText, fc } from '../../testing/fast-check.ts';
import { createEnvImport, parseEnv } from './env-import.ts';

const draftWith = (id: string): ConnectionDraft => ({
  id: null,
  name: '',
  url: 'https://example.com',
  key: { change: 'import', id, storage: 'session' },
  headers: [],
});

describe('an environment file', () => {
  it('is read with export, quotes, comments, empty lines and any line end', () => {
    const text =
      '\uFEFF# keys\r\nexport A=1\n  B = "two # not a comment" # a comment\rC=\'three\'\nD=four # comment\nE=\nnot a line\n9=x\nA=again\nF=a"b';
    expect(Object.fromEntries(parseEnv(text).map(({ name, value }) => [name, value]))).toEqual({
      A: 'again',
      B: 'two # not a comment',
      C: 'three',
      D: 'four',
      E: '',
      F: 'a"b',
    });
  });

  it('is read whatever it holds', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        for (const { name } of parseEnv(text)) expect(name).toMatch(/^[A-Za-z_]\w*$/);
      }),
    );
  });
});

describe('importing a key', () => {
  const canary = 'lsv2_canary_env_7777';
  const secrets: string[] = [];
  const scrubber = { add: (secret: string) => void secrets.push(secret) };

  it('the environment is read on request only, and offers the three key variables alone', () => {
    let reads = 0;
    const imports = createEnvImport({
      scrubber,
      environment: () => {
        reads += 1;
        return {
          LANGCHAIN_API_KEY: 'short',
          LANGGRAPH_API_KEY: ` "${canary}" `,
          LANGSMITH_API_KEY: '',
          OPENAI_API_KEY: 'sk-other-canary',
          LANGGRAPH_API_URL: 'http://127.0.0.1:2024/',
          LANGSMITH_URL: 'https://user:password@example.com',
          OPENAI_BASE_URL: 'https://models.example',
        };
      },
    });
    expect(reads).toBe(0);
    const { keys, addresses } = imports.find(null);
    expect(reads).toBe(1);
    expect(keys.map(({ variable, last4 }) => [variable, last4])).toEqual([
      ['LANGGRAPH_API_KEY', '7777'],
      ['LANGCHAIN_API_KEY', null],
    ]);
    expect(addresses).toEqual([{ variable: 'LANGGRAPH_API_URL', url: 'http://127.0.0.1:2024' }]);
    expect(JSON.stringify({ keys, addresses })).not.toContain(canary);
    expect(secrets).toEqual([canary, 'short']);
    const { key } = imports.resolve(draftWith(keys[0]?.id ?? ''));
    expect(key).toEqual({ change: 'set', value: canary, storage: 'session' });
  });

  it('a key that was found long ago must be imported again', () => {
    const imports = createEnvImport({ scrubber, environment: () => ({}) });
    const text = `LANGSMITH_API_KEY=${canary}`;
    const first = imports.find(text).keys[0]?.id ?? '';
    for (let index = 0; index < 30; index += 1) imports.find(text);
    expect(() => imports.resolve(draftWith(first))).toThrow('no longer available');
    expect(imports.find(null)).toEqual({ keys: [], addresses: [] });
  });

  it('does not take the public address of the studio itself for a graph server, which would get the key', () => {
    const environment = () => ({
      REMOTE_GRAPH_STUDIO_PUBLIC_URL: 'https://studio.example.com',
      REMOTE_GRAPH_STUDIO_SERVER: 'http://127.0.0.1:2024',
    });
    const envImport = createEnvImport({ environment, scrubber: { add: () => undefined } });
    expect(envImport.find(null).addresses).toEqual([
      { variable: 'REMOTE_GRAPH_STUDIO_SERVER', url: 'http://127.0.0.1:2024' },
    ]);
  });
});
