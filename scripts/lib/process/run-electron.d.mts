/** Types of `run-electron.mjs` for tests, which are checked without its source. */
export interface ElectronFailure {
  readonly reason: string;
  readonly remedy: string | null;
}

export function runElectron(
  executable: string,
  args: readonly string[],
): { readonly failure: Promise<ElectronFailure | null>; stop(): Promise<void> };

export function explainEarlyEnd(end: {
  readonly code: number;
  readonly output: string;
  readonly executable: string;
  readonly forbidden: boolean;
}): ElectronFailure;
