import type { CliContext } from './context.ts';
import type { OutputStream } from './output/terminal.ts';

export interface MainOptions {
  readonly args: readonly string[];
  readonly env: CliContext['env'];
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly signal: AbortSignal;
  readonly version: string;
  readonly dataFolder: string;
  readonly outliveOutput: () => void;
}
