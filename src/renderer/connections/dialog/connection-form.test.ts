import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../shared/model/connection.ts';
import {
  addHeader,
  changeHeader,
  type ConnectionForm,
  timeoutProblem,
  toConnectionDraft,
  createConnectionForm,
  usesTls,
  withUrl,
} from './connection-form.ts';
import { defaultKeyStorage, keyStorageOptions } from '../../shared-ui/key-storage.ts';

const system = { kind: 'system', sentence: 'Kept by the key store.' } as const;
const none = { kind: 'none', sentence: 'Nothing keeps keys here.' } as const;
const saved: Connection = {
  id: 'c1',
  kind: 'remote',
  name: 'Staging',
  url: 'https://staging.example.com',
  key: { storage: 'sealed', last4: 'beef' },
  headers: [{ name: 'x-team', last4: 'blue' }],
};

describe('the connection form', () => {
  it('never presets an unprotected file as the place of a key', () => {
    expect(defaultKeyStorage(system)).toBe('sealed');
    for (const kind of ['weak', 'none', 'locked'] as const) {
      expect(defaultKeyStorage({ kind, sentence: '' })).toBe('session');
    }
    expect(defaultKeyStorage(null)).toBe('session');
    expect(keyStorageOptions(none).find((option) => option.value === 'sealed')).toMatchObject({
      disabled: true,
    });
  });

  it('takes the best place when the key store has answered, unless another was chosen', () => {
    const form = { ...createConnectionForm(null), url: 'http://localhost:2024', key: 'secret' };
    expect(toConnectionDraft(form, null).key).toMatchObject({ storage: 'session' });
    expect(toConnectionDraft(form, system).key).toMatchObject({ storage: 'sealed' });
    expect(toConnectionDraft({ ...form, keyStorage: 'session' }, system).key).toMatchObject({
      storage: 'session',
    });
  });

  it('takes over the preferences, and refuses a timeout that is not one', () => {
    const marked = { ...saved, production: true, group: 'EU', color: 'red', timeoutSeconds: 90 } as const;
    const form = createConnectionForm(marked);
    const { production, group, color, timeoutSeconds } = toConnectionDraft(form, none);
    expect({ production, group, color, timeoutSeconds }).toEqual({
      production: true,
      group: 'EU',
      color: 'red',
      timeoutSeconds: 90,
    });
    for (const timeout of ['', ' ', '1', '300']) expect(timeoutProblem({ timeout })).toBeNull();
    for (const timeout of ['0', '301', '1.5', 'x', '-1']) expect(timeoutProblem({ timeout })).not.toBeNull();
  });

  it('makes a draft of a new connection, without key and empty headers', () => {
    const form = addHeader({
      ...createConnectionForm(null),
      url: ' http://localhost:2024 ',
      name: ' Local ',
    });
    expect(toConnectionDraft(form, none)).toEqual({
      id: null,
      name: 'Local',
      url: 'http://localhost:2024',
      key: { change: 'remove' },
      headers: [],
      trust: { caText: null, insecure: false },
    });
  });

  it('believes nobody blindly by itself, and nobody else because of one who was', () => {
    expect(createConnectionForm(null).trust.insecure).toBe(false);
    const trust = { caText: 'PEM', insecure: true, authorities: [] };
    const form = createConnectionForm({ ...saved, trust });
    expect(toConnectionDraft(form, none).trust).toEqual({ caText: 'PEM', insecure: true });
    expect(withUrl(form, 'https://staging.example.com/base').trust.insecure).toBe(true);
    expect(withUrl(form, 'https://staging.example.org').trust).toEqual({ caText: 'PEM', insecure: false });
  });

  it.each([
    ['https://a', true],
    [' HTTPS://a', true],
    ['http://a', false],
    ['', false],
  ])('asks about certificates at %j: %s', (url, expected) => {
    expect(usesTls({ ...createConnectionForm(null), url })).toBe(expected);
  });

  it('keeps a stored key and stored header values without knowing them', () => {
    expect(toConnectionDraft(createConnectionForm(saved), system)).toMatchObject({
      key: { change: 'keep' },
      headers: [{ name: 'x-team', value: null }],
    });
  });

  it('sends a new key with its place, and a renamed header as a new one', () => {
    const form = changeHeader<ConnectionForm>(
      { ...createConnectionForm(saved), key: 'secret', keyStorage: 'plain' },
      0,
      {
        name: 'x-squad',
      },
    );
    expect(toConnectionDraft(form, none)).toMatchObject({
      key: { change: 'set', value: 'secret', storage: 'plain' },
      headers: [{ name: 'x-squad', value: '' }],
    });
  });

  it('forgets the key when asked', () => {
    expect(toConnectionDraft({ ...createConnectionForm(saved), forgetKey: true }, system).key).toEqual({
      change: 'remove',
    });
  });
});
