import { missingCapability, missingFeatureText } from '../../shared/model/missing-feature.ts';
import type { ServerInfo } from '../../shared/model/connection.ts';

/** Whether a server's webhooks will arrive, judged by their address and the server. */
export interface WebhookReach {
  /** `likely`: nothing speaks against it. `doubtful`: the server may refuse it. `no`: it can't arrive. */
  readonly verdict: 'likely' | 'doubtful' | 'no';
  readonly text: string;
  readonly remedy: string | null;
}

export interface WebhookRoute {
  // The server's base URL; `null` while it has none.
  readonly serverUrl: string | null;
  // As the server described itself; `null` if it has not yet.
  readonly server: ServerInfo | null;
  // Base URL to which its webhooks go.
  readonly webhookUrl: string;
}

const publicRemedy = 'Set a public address, such as that of a tunnel, in the settings of the listener.';
const allowLoopback =
  'Set a public address in the settings of the listener, or "webhooks": {"url": {"disable_loopback": false}} in the server\'s langgraph.json.';

export function webhookReach({ serverUrl, server, webhookUrl }: WebhookRoute): WebhookReach {
  const offered = server?.capabilities.webhooks;
  if (offered?.available === false) {
    return {
      verdict: 'no',
      text: offered.reason ?? 'This server sends no webhooks.',
      remedy: 'Start the run without a webhook.',
    };
  }
  const to = networkOf(webhookUrl);
  const from = serverUrl === null ? 'loopback' : networkOf(serverUrl);
  if (to === 'loopback') return toLoopback(from, server);
  if (to === 'private' && from === 'public') {
    return {
      verdict: 'no',
      text: 'The server is not on this network and can’t reach the listener.',
      remedy: publicRemedy,
    };
  }
  if (to === 'private' && blocksLoopback(server) !== false) {
    return {
      verdict: 'doubtful',
      text: 'The server must be able to reach this computer, and may refuse private addresses.',
      remedy: publicRemedy,
    };
  }
  return to === 'private'
    ? { verdict: 'likely', text: 'The server reaches the listener over the network.', remedy: null }
    : {
        verdict: 'likely',
        text: 'The server reaches the listener through its public address, unless it only allows other domains.',
        remedy: null,
      };
}

function toLoopback(from: Network, server: ServerInfo | null): WebhookReach {
  if (from !== 'loopback') {
    return {
      verdict: 'no',
      text: 'The server runs on another computer and can’t reach 127.0.0.1 here.',
      remedy: publicRemedy,
    };
  }
  const isBlocked = blocksLoopback(server);
  const refused = missingCapability(server?.capabilities, 'loopbackWebhooks');
  if (isBlocked === false) {
    return {
      verdict: 'likely',
      text: 'The server runs on this computer and reaches the listener, unless it is in a container.',
      remedy: null,
    };
  }
  return isBlocked === null
    ? {
        verdict: 'doubtful',
        text: 'The server may refuse webhooks to loopback addresses: it does not report whether it does.',
        remedy: allowLoopback,
      }
    : {
        verdict: 'doubtful',
        text:
          refused === null
            ? 'The server refuses webhooks to loopback addresses.'
            : missingFeatureText(refused),
        remedy: allowLoopback,
      };
}

function blocksLoopback(server: ServerInfo | null): boolean | null {
  const available = server?.capabilities.loopbackWebhooks.available ?? null;
  return available === null ? null : !available;
}

type Network = 'loopback' | 'private' | 'public';

/** By the host's text alone; names are not looked up. */
export function networkOf(url: string): Network {
  const host = (URL.canParse(url) ? new URL(url).hostname : url).replace(/^\[|\]$/g, '').toLowerCase();
  const isIPv4 = /^\d+(\.\d+){3}$/.test(host);
  if ((isIPv4 && host.startsWith('127.')) || /^(::1|(.+\.)?localhost\.?)$/.test(host)) return 'loopback';
  const isPrivate =
    (isIPv4 && /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(host)) ||
    /^f[cd][0-9a-f]{2}:/.test(host) ||
    /\.(local|lan|internal|home\.arpa)$/.test(host) ||
    !/[.:]/.test(host);
  return isPrivate ? 'private' : 'public';
}
