import { describe, expect, it } from 'vitest';
import type { KeyHeaderTest } from '../../shared/model/credential.ts';
import { keyHeaderTexts } from './key-header-texts.ts';

const accepted = { outcome: 'accepted', status: 200 } as const;
const refused = { outcome: 'refused', status: 401 } as const;
const test: KeyHeaderTest = {
  sent: 'x-api-key',
  without: refused,
  xApiKey: accepted,
  authorization: refused,
  isLangsmithKey: false,
};

describe('the sentences about the header of a key', () => {
  it('name the header that the server takes first, and the one that it refuses', () => {
    expect(keyHeaderTexts(test)).toEqual([
      'It takes the key in x-api-key.',
      'It refuses the key in Authorization (401).',
    ]);
  });

  it('tell servers apart that take keys of LangSmith and those that do not', () => {
    expect(keyHeaderTexts({ ...test, isLangsmithKey: true })).toContain('It allows LangSmith API keys.');
    const other = { ...test, xApiKey: refused, isLangsmithKey: true };
    expect(keyHeaderTexts(other)).toContain('It does not allow this LangSmith API key.');
    const own: KeyHeaderTest = { ...test, sent: 'authorization', authorization: accepted, xApiKey: refused };
    expect(keyHeaderTexts(own)).toEqual([
      'It takes the key in Authorization.',
      'It refuses the key in x-api-key (401).',
      'x-api-key may be for LangSmith API keys there.',
    ]);
  });

  it('claim nothing of a server that answers without a key, or does not answer', () => {
    expect(keyHeaderTexts({ ...test, without: accepted, isLangsmithKey: true })).toEqual([
      'The server answers without a key, so nothing tells whether it took this one.',
    ]);
    const silent = { outcome: 'unknown', status: null } as const;
    expect(
      keyHeaderTexts({ ...test, xApiKey: silent, authorization: { outcome: 'unknown', status: 500 } }),
    ).toEqual([
      'Whether it takes the key in x-api-key is unknown: there was no answer.',
      'Whether it takes the key in Authorization is unknown (500).',
    ]);
  });
});
