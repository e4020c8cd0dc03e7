import { startWebHost, type WebHostOptions } from './start-web-host.ts';
import { sayOnStandardError, showInTerminal, stayForWebhooks } from './terminal.ts';

export interface HostInTerminal {
  // For the first Ctrl-C: whether the host stays for a while. It calls `end` when it need not any longer.
  stays(end: () => void): boolean;
  stop(): Promise<void>;
}

/**
 * Starts the web host and prints how to open it. `open`: in the browser, too. `json`: tells a program instead, on
 * the standard output, and people on the standard error. Throws `AppError`.
 */
export async function startInTerminal({
  open,
  json = false,
  ...options
}: WebHostOptions & { readonly open: boolean; readonly json?: boolean }): Promise<HostInTerminal> {
  const host = await startWebHost(options);
  const leaveTerminal = showInTerminal(host, open, json);
  return {
    stays: (end) => stayForWebhooks(host, end, json ? sayOnStandardError : undefined),
    stop() {
      leaveTerminal();
      return host.stop();
    },
  };
}
