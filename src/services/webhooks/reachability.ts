import { AppError } from '../../shared/app-error.ts';
import type { WebhookEndpoint, WebhookSelfTest } from '../../shared/model/webhook.ts';
import type { Platform } from '../common/platform.ts';
import { createHttpTransport } from '../network/http-transport.ts';
import { createProbes, runSelfTest, type Probes } from './self-test.ts';
import type { WebhookLimits } from './webhook-settings.ts';

export interface Reachability {
  readonly probes: Pick<Probes, 'take'>;
  // Posts a probe to a base URL. Rejects only when aborted.
  test(publicUrl: string, signal: AbortSignal): Promise<WebhookSelfTest>;
  // Rejects with an `AppError` (`unsupported`) unless a probe arrives. Runs that start together share it: a run
  // must not be pointed at a tunnel that is down, because a JavaScript server loses a worker with each webhook
  // that fails (docs/protocol.md, Webhooks).
  assertReaches(publicUrl: string): Promise<void>;
}

interface ReachabilityOptions {
  readonly platform: Pick<Platform, 'proxyFor'>;
  readonly limits: Pick<WebhookLimits, 'probeMs'>;
  readonly tokenIn: () => WebhookEndpoint['tokenIn'];
}

export function createReachability({ platform, limits, tokenIn }: ReachabilityOptions): Reachability {
  const probes = createProbes();
  const underWay = new Map<string, Promise<WebhookSelfTest>>();

  const test = async (publicUrl: string, signal: AbortSignal): Promise<WebhookSelfTest> => {
    const transport = createHttpTransport({
      trust: { caText: null, insecure: false },
      proxyFor: (url) => platform.proxyFor(url),
    });
    try {
      const { fetch } = transport;
      const timeoutMs = limits.probeMs;
      return await runSelfTest({ fetch, probes, publicUrl, tokenIn: tokenIn(), timeoutMs, signal });
    } finally {
      await transport.close();
    }
  };

  return {
    probes,
    test,
    async assertReaches(publicUrl) {
      const probe =
        underWay.get(publicUrl) ??
        test(publicUrl, new AbortController().signal).finally(() => underWay.delete(publicUrl));
      underWay.set(publicUrl, probe);
      const { outcome } = await probe;
      if (outcome === 'arrived' || outcome === 'host-changed') return;
      throw new AppError('unsupported', `The webhook listener can't be reached at ${publicUrl}.`, {
        hint: 'Start the tunnel again and test the public address in Webhooks, or start the run without a webhook.',
        details: { reason: outcome },
      });
    },
  };
}
