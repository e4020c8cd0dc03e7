import { main } from './main.ts';

export interface CheckResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in this process. */
export async function runCheck(
  args: readonly string[],
  at: {
    readonly env?: NodeJS.ProcessEnv;
    readonly signal?: AbortSignal;
    readonly answer?: boolean | null;
  } = {},
): Promise<CheckResult> {
  let [out, err] = ['', ''];
  const code = await main(args, {
    env: at.env ?? {},
    version: '1.2.3',
    signal: at.signal ?? new AbortController().signal,
    hasColours: false,
    print: (text) => (out += text),
    note: (text) => (err += text),
    confirm: async () => at.answer ?? null,
  });
  return { code, out, err };
}
