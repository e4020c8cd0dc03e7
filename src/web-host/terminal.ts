import { createInterface, type Interface } from 'node:readline';
import { escapeControls } from '../services/logging/escape-controls.ts';

/** What the terminal shows of a running web host. */
interface HostInTerminal {
  readonly version: string;
  readonly notices: readonly string[];
  freshAddress(): string;
  openBrowser(): Promise<boolean>;
}

/**
 * Tells the user how to open the studio: prints a one-time address now and at each Enter, and opens the
 * browser with one of its own if wanted. Returns the undo.
 */
export function showInTerminal(host: HostInTerminal, open: boolean): () => void {
  const say = (text: string): void => console.log(escapeControls(text, '\n'));
  say(`RemoteGraph Studio ${host.version}, web host`);
  for (const notice of host.notices) say(notice);
  const printAddress = (): void => say(`\n  ${host.freshAddress()}\n`);
  printAddress();
  say('The address works once, within a minute. Press Enter for a new one, Ctrl-C to quit.');
  if (open) {
    void host.openBrowser().then((opened) => {
      if (!opened) say('Could not open a browser. Open the address yourself.');
    });
  }
  const lines: Interface = createInterface({ input: process.stdin });
  lines.on('line', printAddress);
  return () => lines.close();
}
