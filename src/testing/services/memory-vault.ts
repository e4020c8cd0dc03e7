import type { SecretStorage } from '../../shared/model/app-info.ts';
import type { SecretVault } from '../../services/common/platform.ts';

/**
 * States of a system key store. `system` protects; `weak` encrypts with a public password; `none`
 * is missing; `not-ready` was not opened yet; `other-system` is another store than the one that encrypted;
 * `locked` does not respond.
 */
export const vaultStates = ['system', 'weak', 'none', 'not-ready', 'other-system', 'locked'] as const;
export type VaultState = (typeof vaultStates)[number];

/** A vault in memory whose state a test can change. */
export interface MemoryVault extends SecretVault {
  state: VaultState;
  /** Encrypted texts that never decrypt. */
  readonly broken: Set<string>;
  /** Encrypted texts whose key has changed: they decrypt, and should be encrypted again. */
  readonly outdated: Set<string>;
  /** Encrypted texts without protection, from an older studio. */
  readonly unprotected: Set<string>;
  /** Number of requests to the key store. */
  requestCount: number;
  /**
   * Blocks all responses until the returned function is called, like a key store that waits for the user.
   */
  pauseAnswers(): () => void;
}

const kinds: Readonly<Record<VaultState, SecretStorage['kind']>> = {
  system: 'system',
  weak: 'weak',
  none: 'none',
  'not-ready': 'locked',
  'other-system': 'system',
  locked: 'locked',
};

/** A text encrypted in one state decrypts only in that state, and does not contain the plain text. */
export function createMemoryVault(state: VaultState = 'system'): MemoryVault {
  const sealed = new Map<string, { readonly by: VaultState; readonly plain: string }>();
  let pendingPrompt: Promise<void> | null = null;
  const answers = async (): Promise<void> => {
    vault.requestCount += 1;
    await pendingPrompt;
  };
  const vault: MemoryVault = {
    state,
    broken: new Set(),
    outdated: new Set(),
    unprotected: new Set(),
    requestCount: 0,
    pauseAnswers() {
      let release = (): void => undefined;
      pendingPrompt = new Promise((resolve) => (release = resolve));
      return () => {
        pendingPrompt = null;
        release();
      };
    },
    isProtected: (text) => !vault.unprotected.has(text),
    async check() {
      await answers();
      return vault.describe();
    },
    describe: () => ({ kind: kinds[vault.state], sentence: `The key store is "${vault.state}".` }),
    async encrypt(plain) {
      await answers();
      if (vault.state !== 'system' && vault.state !== 'other-system' && vault.state !== 'weak') {
        throw new Error('Nothing encrypts now.');
      }
      const text = `sealed-${sealed.size + 1}`;
      sealed.set(text, { by: vault.state, plain });
      return text;
    },
    async decrypt(text) {
      await answers();
      const entry = sealed.get(text);
      if (!entry || entry.by !== vault.state || vault.broken.has(text))
        throw new Error('This does not open now.');
      return { plain: entry.plain, shouldReEncrypt: vault.outdated.has(text) };
    },
  };
  return vault;
}
