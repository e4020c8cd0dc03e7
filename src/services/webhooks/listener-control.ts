import { toWireError } from '../../shared/wire-error.ts';
import type { WebhookEndpoint, WebhookListener } from '../../shared/model/webhook.ts';
import { listenError, listenUrl } from './listen-address.ts';
import type { WebhookServer } from './webhook-server.ts';

// Opens, moves and closes the one webhook server. The caller serializes the calls.
export interface ListenerControl {
  current(): WebhookListener;
  // Opens it, unless it is open. Never rejects: a failure is its state.
  open(endpoint: WebhookEndpoint): Promise<void>;
  // Opens the new address before it closes the old one. Rejects with an `AppError` (`unreachable`) if that
  // fails; the old one stays open then. Does nothing if the address stays the same.
  move(endpoint: WebhookEndpoint): Promise<void>;
  close(): Promise<void>;
}

// - `listen`: Rejects with the system's error. Port 0: any free one.
// - `lastPort`: The automatic port of last time, so that runs started then can still report.
interface ListenerControlOptions {
  readonly listen: (address: string, port: number) => Promise<WebhookServer>;
  readonly lastPort: () => number | null;
  readonly onChanged: (listener: WebhookListener) => void;
  readonly warn: (message: string) => void;
}

const stoppedListener: WebhookListener = { state: 'off', address: null, port: null, problem: null };

export function createListenerControl(options: ListenerControlOptions): ListenerControl {
  const { listen, lastPort, onChanged, warn } = options;
  let listener = stoppedListener;
  let open: { readonly server: WebhookServer; readonly address: string } | null = null;

  const setListener = (next: WebhookListener): void => {
    listener = next;
    onChanged(next);
  };

  // A chosen port is never replaced: a tunnel points at it. The automatic one is.
  const openServer = async ({ address, port }: WebhookEndpoint): Promise<WebhookServer> => {
    const preferredPort = port ?? lastPort() ?? 0;
    try {
      return await listen(address, preferredPort);
    } catch (error) {
      if (port !== null || preferredPort === 0) throw listenError(error, address, preferredPort);
    }
    warn(`Webhook port ${preferredPort} is in use, so another one was chosen.`);
    return listen(address, 0).catch((error: unknown) => {
      throw listenError(error, address, 0);
    });
  };

  const took = (server: WebhookServer, { address }: WebhookEndpoint): void => {
    open = { server, address };
    const { port } = server;
    setListener({ state: 'listening', address: listenUrl(address, port), port, problem: null });
  };

  return {
    current: () => listener,
    async open(endpoint) {
      if (open) return;
      setListener({ ...stoppedListener, state: 'starting' });
      try {
        took(await openServer(endpoint), endpoint);
      } catch (error) {
        setListener({ ...stoppedListener, state: 'failed', problem: toWireError(error) });
      }
    },
    async move(endpoint) {
      const old = open;
      const isSamePort = endpoint.port === null || endpoint.port === old?.server.port;
      if (old?.address === endpoint.address && isSamePort) return;
      took(await openServer(endpoint), endpoint);
      await old?.server.close();
    },
    async close() {
      const closing = open?.server;
      open = null;
      setListener(stoppedListener);
      await closing?.close();
    },
  };
}
