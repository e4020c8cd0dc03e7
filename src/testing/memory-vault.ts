import type { SecretStorage } from '../shared/model/app-info.ts';
import type { SecretVault } from '../services/platform.ts';

/**
 * The states that a system's key store can be in (row E-20). `system` protects; `weak` seals with a password that
 * everybody knows; `none` has nothing; `not-ready` was not asked yet; `other-system` is another protecting store than
 * the one that sealed; `locked` does not answer for now.
 */
export const vaultStates = ['system', 'weak', 'none', 'not-ready', 'other-system', 'locked'] as const;
export type VaultState = (typeof vaultStates)[number];

/** A vault in memory whose state a test changes while the studio runs. */
export interface MemoryVault extends SecretVault {
  state: VaultState;
  /** Sealed texts that don't open, whatever the state (row E-21). */
  readonly broken: Set<string>;
}

const kinds: Readonly<Record<VaultState, SecretStorage['kind']>> = {
  system: 'system',
  weak: 'weak',
  none: 'none',
  'not-ready': 'locked',
  'other-system': 'system',
  locked: 'locked',
};

/** What is sealed in one state opens in that state only; the text itself shows nothing. */
export function createMemoryVault(state: VaultState = 'system'): MemoryVault {
  const sealed = new Map<string, { readonly by: VaultState; readonly plain: string }>();
  const vault: MemoryVault = {
    state,
    broken: new Set(),
    describe: () => ({ kind: kinds[vault.state], sentence: `The key store is "${vault.state}".` }),
    async seal(plain) {
      if (vault.state !== 'system' && vault.state !== 'other-system' && vault.state !== 'weak') {
        throw new Error('Nothing seals now.');
      }
      const text = `sealed-${sealed.size + 1}`;
      sealed.set(text, { by: vault.state, plain });
      return text;
    },
    async open(text) {
      const found = sealed.get(text);
      if (!found || found.by !== vault.state || vault.broken.has(text))
        throw new Error('This does not open now.');
      return found.plain;
    },
  };
  return vault;
}
