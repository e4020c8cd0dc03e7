import { main } from './main.ts';

export interface CheckResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runCheck(
  args: readonly string[],
  surroundings: {
    readonly env?: NodeJS.ProcessEnv;
    readonly signal?: AbortSignal;
    readonly answer?: boolean | null;
  } = {},
): Promise<CheckResult> {
  let [out, err] = ['', ''];
  const code = await main(args, {
    env: surroundings.env ?? {},
    version: '1.2.3',
    signal: surroundings.signal ?? new AbortController().signal,
    hasColours: false,
    print: (text) => (out += text),
    note: (text) => (err += text),
    confirm: async () => surroundings.answer ?? null,
  });
  return { code, out, err };
}
