import { createInterface, type Interface } from 'node:readline';
import type { PendingWebhooks } from '../services/webhooks/describe-pending.ts';
import { escapeControls } from '../services/logging/escape-controls.ts';

interface HostInTerminal {
  readonly version: string;
  readonly notices: readonly string[];
  readonly behindProxy: string | null;
  freshAddress(): string;
  openBrowser(): Promise<boolean>;
}

const sayOnStandardOutput = (text: string): void => console.log(escapeControls(text, '\n'));
export const sayOnStandardError = (text: string): void => console.error(escapeControls(text, '\n'));

// Tells the user how to open the studio: prints a one-time address now and at each Enter, and opens the
// browser with one of its own if wanted. `json`: each address is a line of JSON, and all else is on the standard error.
// Returns the undo.
export function showInTerminal(host: HostInTerminal, open: boolean, json = false): () => void {
  const print = json ? sayOnStandardError : sayOnStandardOutput;
  if (!json) print(`RemoteGraph Studio ${host.version}, web host`);
  for (const notice of host.notices) print(notice);
  const printAddress = (): void => {
    if (json) console.log(JSON.stringify({ url: host.freshAddress(), version: host.version }));
    else print(`\n  ${host.freshAddress()}\n`);
  };
  printAddress();
  if (host.behindProxy !== null) {
    print(
      `Members of the team sign in there. Its proxy reaches the studio at ${host.behindProxy}. Ctrl-C to quit.`,
    );
    return () => undefined;
  }
  print('The address works once, within a minute. Press Enter for a new one, Ctrl-C to quit.');
  if (open) {
    const sayNotOpened = (): void => print('Could not open a browser. Open the address yourself.');
    host.openBrowser().then((opened) => {
      if (!opened) sayNotOpened();
    }, sayNotOpened);
  }
  const lines: Interface = createInterface({ input: process.stdin });
  lines.on('line', printAddress);
  // The terminal was closed while the program lives on.
  lines.on('error', () => lines.close());
  return () => lines.close();
}

interface ReportedHost {
  pendingWebhooks(): number;
  describePendingWebhooks(): Promise<PendingWebhooks>;
}

const lookMs = 1_000;

// For the first Ctrl-C: returns false if no run will still report to the webhook listener. Otherwise says which
// ones, keeps the host running, and calls `end` once the last has reported.
export function stayForWebhooks(
  host: ReportedHost,
  end: () => void,
  print: (text: string) => void = sayOnStandardOutput,
): boolean {
  if (host.pendingWebhooks() === 0) return false;
  const sayPending = (lines: readonly string[]): void => {
    print(`\n${lines.join('\n')}`);
    print(
      'Their webhooks would fail, so the studio quits after the last report. Press Ctrl-C again to quit now.',
    );
  };
  host.describePendingWebhooks().then(
    ({ heading, runs }) => sayPending([heading, ...runs.map((run) => `  ${run}`)]),
    (error: unknown) =>
      sayPending([
        'Runs will still report to the webhook listener.',
        `They can't be named: ${error instanceof Error ? error.message : String(error)}`,
      ]),
  );
  const timer = setInterval(() => {
    if (host.pendingWebhooks() > 0) return;
    clearInterval(timer);
    end();
  }, lookMs);
  timer.unref();
  return true;
}
