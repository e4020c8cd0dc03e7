import { describe, expect, it } from 'vitest';
import type { CredentialSource } from '../../../shared/model/credential.ts';
import {
  addressProblem,
  createCredentialForm,
  isCommandAllowed,
  sourceOf,
  type CredentialForm,
} from './credential-form.ts';

const viewOf = (source: CredentialSource, state: 'unused' | 'not-allowed' = 'unused') => ({
  source,
  status: { state, expiresAt: null, problem: null },
});
const commandSource: CredentialSource = {
  kind: 'command',
  command: ['node', 'my file.mjs', ''],
  header: 'x-api-key',
};
const oauthSource: CredentialSource = {
  kind: 'oauth',
  issuer: 'https://login.example.com',
  endpoints: null,
  clientId: 'studio',
  scope: '',
  audience: 'graphs',
  flow: 'device',
  storage: 'plain',
};
const form = (changes: Partial<CredentialForm>): CredentialForm => ({
  ...createCredentialForm(undefined),
  ...changes,
});

describe('the credential of a form', () => {
  it.each([commandSource, oauthSource])('comes out as it went in: %j', (source) => {
    expect(sourceOf(createCredentialForm(viewOf(source)), 'session')).toEqual(source);
  });

  it('is a key at first', () => {
    expect(sourceOf(createCredentialForm(undefined), 'session')).toBeNull();
  });

  it.each([
    form({ kind: 'command' }),
    form({ kind: 'command', commandLine: 'node "x' }),
    form({ kind: 'oauth', issuer: 'https://login.example.com' }),
    form({ kind: 'oauth', clientId: 'studio' }),
    form({ kind: 'oauth', clientId: 'studio', issuer: 'http://login.example.com' }),
    form({ kind: 'oauth', clientId: 'studio', hasEndpoints: true, token: 'https://login.example.com/token' }),
  ])('is incomplete in %j', (incomplete) => {
    expect(sourceOf(incomplete, 'session')).toBeUndefined();
  });

  it('has an allowed command only as long as nothing of it changes', () => {
    const allowed = createCredentialForm(viewOf(commandSource));
    expect(isCommandAllowed(allowed)).toBe(true);
    expect(isCommandAllowed({ ...allowed, commandLine: `${allowed.commandLine} --more` })).toBe(false);
    expect(isCommandAllowed(createCredentialForm(viewOf(commandSource, 'not-allowed')))).toBe(false);
  });

  it('takes plain http for this computer only', () => {
    expect(addressProblem('http://127.0.0.1:4000')).toBeNull();
    expect(addressProblem('http://login.example.com')).toContain('https://');
    expect(addressProblem('login')).toContain('https://');
  });
});
