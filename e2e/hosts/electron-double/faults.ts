/**
 * What real Electron does on some machines and the double does when a spec asks for it: JSON in `ELECTRON_DOUBLE_FAULTS`.
 * Left out, a part behaves as on a machine where everything works.
 */
export interface Faults {
  /** Which key seals: `public` is the one that is the same on every Linux (`v10`), `real` one of a key store (`v11`). */
  readonly keyStore?: 'public' | 'real';
  /** How long the key store takes to its first answer, as one that waits for a person; `never` is a prompt left open. */
  readonly keyStoreAnswers?: number | 'never';
  /** `after-show` is Wayland (electron#48859): a hidden window never draws, so it is never ready to be shown. */
  readonly readyToShow?: 'after-show';
  /** The page's load never ends. */
  readonly finishLoad?: 'never';
  /** A proxy script that does not come to an end. */
  readonly resolveProxy?: 'never';
  /** How long a page may be busy before it is called unresponsive, in ms. */
  readonly hangMs?: number;
}

export const faultsVariable = 'ELECTRON_DOUBLE_FAULTS';

const known: Readonly<Record<keyof Faults, true>> = {
  keyStore: true,
  keyStoreAnswers: true,
  readyToShow: true,
  finishLoad: true,
  resolveProxy: true,
  hangMs: true,
};

/** What this program was started with. A fault that the double does not know is an error, not a spec that proves nothing. */
export const faults = readFaults(process.env[faultsVariable]);

function readFaults(text: string | undefined): Faults {
  const asked = JSON.parse(text ?? '{}') as Record<string, unknown>;
  const unknown = Object.keys(asked).filter((name) => !(name in known));
  if (unknown.length > 0) throw new Error(`electron double: there is no fault "${unknown.join('", "')}"`);
  return asked;
}
