/**
 * Behaviour of real Electron on some machines, which specs turn on with JSON in `ELECTRON_DOUBLE_FAULTS`. By
 * default everything works.
 */
export interface Faults {
  /**
   * The key for encryption: `public` is the same on every Linux (`v10`), `real` is from a key store (`v11`).
   */
  readonly keyStore?: 'public' | 'real';
  /**
   * When the key store first responds: `on-demand` is a prompt that the spec answers with `answerKeyStore()` in the program, `never`
   * one that is left open.
   */
  readonly keyStoreAnswers?: 'on-demand' | 'never';
  /** `after-show` is Wayland (electron#48859): a hidden window never draws, so it is never ready to show. */
  readonly readyToShow?: 'after-show';
  /** The page never finishes loading. */
  readonly finishLoad?: 'never';
  /** The page does not let go of its window, which then never closes. */
  readonly closeWindow?: 'never';
  /** A proxy script that never ends. */
  readonly resolveProxy?: 'never';
  /** How long a page may be busy before it counts as unresponsive, in ms. */
  readonly hangMs?: number;
}

export const faultsVariable = 'ELECTRON_DOUBLE_FAULTS';

const allFaults: Readonly<Record<keyof Faults, true>> = {
  keyStore: true,
  keyStoreAnswers: true,
  readyToShow: true,
  finishLoad: true,
  closeWindow: true,
  resolveProxy: true,
  hangMs: true,
};

/** An unknown fault is an error, so that no spec silently tests nothing. */
export const faults = readFaults(process.env[faultsVariable]);

function readFaults(text: string | undefined): Faults {
  const requested = JSON.parse(text ?? '{}') as Record<string, unknown>;
  const unknown = Object.keys(requested).filter((name) => !(name in allFaults));
  if (unknown.length > 0) throw new Error(`electron double: there is no fault "${unknown.join('", "')}"`);
  return requested;
}
