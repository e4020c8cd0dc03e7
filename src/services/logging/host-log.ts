import { join } from 'node:path';
import type { Platform } from '../common/platform.ts';
import { escapeControls } from './escape-controls.ts';
import { createHostLogFile, type HostLogFile } from './host-log-file.ts';

/** A host log that removes known secrets from every line; `scrub`: the services' own. */
export function scrubbedLog(log: Platform['log'], scrub: (text: string) => string): Platform['log'] {
  return (level, message) => log(level, scrub(message));
}

/** Logs a bug for `serve`: where it was, and its stack, which may quote anything. */
export function createBugReporter(log: Platform['log']): (where: string, error: unknown) => void {
  return (where, error) => {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log('error', `${where}: ${what}`);
  };
}

// Longest message of one line, in UTF-16 units: it may quote a server's response.
const maxMessageLength = 20_000;

// Writes one line per message: time, level, text. Control characters are escaped, so no text can forge a line.
export function createLog(write: (line: string) => void, now: () => Date): Platform['log'] {
  return (level, message) => {
    const cutLength = message.length - maxMessageLength;
    const text =
      cutLength > 0 ? `${message.slice(0, maxMessageLength)}... (${cutLength} more characters)` : message;
    write(`${now().toISOString()} ${level} ${escapeControls(text)}\n`);
  };
}

/** The log of a host: on its standard error, and from {@link HostLog.openFile} on in a file, too. */
export interface HostLog {
  readonly log: Platform['log'];
  openFile(dataFolder: string): void;
  close(): Promise<void>;
}

// Longest text in UTF-16 units that waits for the file.
const maxEarlyText = 100_000;

/** Nobody may read standard error: the program's terminal is closed, or a desktop started it. The file stays. */
export function createHostLog(stderr: Pick<NodeJS.WriteStream, 'write'>): HostLog {
  let early = '';
  let file: HostLogFile | null = null;
  let closeAtExit = (): void => undefined;
  return {
    log: createLog(
      (line) => {
        stderr.write(line);
        if (file) file.write(line);
        else if (early.length + line.length <= maxEarlyText) early += line;
      },
      () => new Date(),
    ),
    openFile(dataFolder) {
      if (file) return;
      const opened = createHostLogFile({ path: join(dataFolder, 'logs', 'studio.log') });
      file = opened;
      if (early !== '') opened.write(early);
      early = '';
      closeAtExit = () => opened.closeNow();
      process.on('exit', closeAtExit);
    },
    async close() {
      process.off('exit', closeAtExit);
      await file?.close();
    },
  };
}
