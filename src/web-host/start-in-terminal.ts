import { startWebHost, type WebHostOptions } from './start-web-host.ts';
import { showInTerminal, stayForWebhooks } from './terminal.ts';

/** A web host that was started from a terminal. */
export interface HostInTerminal {
  /** For the first Ctrl-C: whether the host stays for a while. It calls `end` when it need not any longer. */
  stays(end: () => void): boolean;
  stop(): Promise<void>;
}

/** Starts the web host and tells the user how to open it. `open`: in the browser, too. Throws `AppError`. */
export async function startInTerminal({
  open,
  ...options
}: WebHostOptions & { readonly open: boolean }): Promise<HostInTerminal> {
  const host = await startWebHost(options);
  const leaveTerminal = showInTerminal(host, open);
  return {
    stays: (end) => stayForWebhooks(host, end),
    stop() {
      leaveTerminal();
      return host.stop();
    },
  };
}
