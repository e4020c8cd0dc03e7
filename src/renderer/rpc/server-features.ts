import { useMemo } from 'react';
import { isWritingCall } from '../../shared/call-effects.ts';
import type { Capabilities, CapabilityName } from '../../shared/model/capability.ts';
import {
  missingCapability,
  missingFeature,
  missingFeatureText,
  missingToStart,
  type CallName,
} from '../../shared/model/missing-feature.ts';
import type { RunOptions } from '../../shared/model/run-options.ts';
import { readOnlyReason } from '../../shared/model/read-only.ts';
import { useSubscription } from './use-subscription.ts';

/**
 * Says why a server can't take a call, as a sentence for a menu or tooltip; `null` if it can, or if only a request can
 * find out.
 */
export type WhyUnavailable = (connectionId: string | null, call: CallName) => string | null;

function useCapabilities(): (connectionId: string | null) => Capabilities | undefined {
  const health = useSubscription('connections.watch', {}).item?.health;
  return useMemo(() => {
    const servers = new Map(health?.map(({ connectionId, server }) => [connectionId, server?.capabilities]));
    return (connectionId) => (connectionId === null ? undefined : servers.get(connectionId));
  }, [health]);
}

/** The one place that says which actions a page for reading and a recording refuse. */
export function useWhyUnavailable(): WhyUnavailable {
  const capabilitiesOf = useCapabilities();
  const servedCalls = useSubscription('connections.watch', {}).item?.servedCalls;
  return useMemo(
    () => (connectionId, call) => {
      if (servedCalls?.includes(call) === false) return 'This page is for reading.';
      const readOnly = isWritingCall(call) ? readOnlyReason(connectionId) : null;
      if (readOnly !== null) return readOnly;
      const missing = missingFeature(capabilitiesOf(connectionId), call);
      return missing && missingFeatureText(missing);
    },
    [capabilitiesOf, servedCalls],
  );
}

/** Why one call can't be made on this server, or at all without one; `null` if it can, or if only a request can find out. */
export function useUnavailable(connectionId: string | null, call: CallName): string | null {
  return useWhyUnavailable()(connectionId, call);
}

/** Why a server lacks one feature; `null` if it has it, or if only a request can find out. */
export function useMissingCapability(connectionId: string | null, name: CapabilityName): string | null {
  const missing = missingCapability(useCapabilities()(connectionId), name);
  return missing && missingFeatureText(missing);
}

/** Why a run with these options can't be started; `null` if it can. */
export function useMissingForRun(
  connectionId: string,
  { stateless, background, multitaskStrategy, webhook }: RunFeatureOptions,
  isFork: boolean,
): string | null {
  const capabilities = useCapabilities()(connectionId);
  const missing = missingToStart(capabilities, {
    hasThread: !stateless || isFork,
    background,
    multitaskStrategy,
    hasWebhook: webhook.kind !== 'none',
  });
  return missing && missingFeatureText(missing);
}

type RunFeatureOptions = Pick<RunOptions, 'multitaskStrategy' | 'webhook'> & {
  readonly stateless: boolean;
  readonly background: boolean;
};
