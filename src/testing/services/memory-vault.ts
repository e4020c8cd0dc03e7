import type { SecretStorage } from '../../shared/model/app-info.ts';
import type { SecretVault } from '../../services/common/platform.ts';

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
  /** Sealed texts whose key was changed since: they open, and should be sealed anew (row E-27). */
  readonly outdated: Set<string>;
  /** Sealed texts that protect nothing, as an older studio may have made them (row E-27). */
  readonly unprotected: Set<string>;
  /** How many times the key store was asked for anything. */
  requestCount: number;
  /** Lets nothing be answered until what it returns is called: a key store that waits for a person (row E-25). */
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

/** What is sealed in one state opens in that state only; the text itself shows nothing. */
export function createMemoryVault(state: VaultState = 'system'): MemoryVault {
  const sealed = new Map<string, { readonly by: VaultState; readonly plain: string }>();
  let held: Promise<void> | null = null;
  const answers = async (): Promise<void> => {
    vault.requestCount += 1;
    await held;
  };
  const vault: MemoryVault = {
    state,
    broken: new Set(),
    outdated: new Set(),
    unprotected: new Set(),
    requestCount: 0,
    pauseAnswers() {
      let release = (): void => undefined;
      held = new Promise((resolve) => (release = resolve));
      return () => {
        held = null;
        release();
      };
    },
    protects: (text) => !vault.unprotected.has(text),
    async check() {
      await answers();
      return vault.describe();
    },
    describe: () => ({ kind: kinds[vault.state], sentence: `The key store is "${vault.state}".` }),
    async seal(plain) {
      await answers();
      if (vault.state !== 'system' && vault.state !== 'other-system' && vault.state !== 'weak') {
        throw new Error('Nothing seals now.');
      }
      const text = `sealed-${sealed.size + 1}`;
      sealed.set(text, { by: vault.state, plain });
      return text;
    },
    async open(text) {
      await answers();
      const found = sealed.get(text);
      if (!found || found.by !== vault.state || vault.broken.has(text))
        throw new Error('This does not open now.');
      return { plain: found.plain, shouldReseal: vault.outdated.has(text) };
    },
  };
  return vault;
}
