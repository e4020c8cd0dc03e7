import { useMemo, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { isWritingCall } from '../../shared/writing-calls.ts';
import type { StudioContract } from '../../shared/contract.ts';
import type { Capabilities, CapabilityName } from '../../shared/model/capability.ts';
import {
  missingCapability,
  missingFeature,
  missingFeatureText,
  type CallName,
} from '../../shared/model/missing-feature.ts';
import { readOnlyReason } from '../../shared/model/read-only.ts';
import { subscribeToNothing } from './subscribe-to-nothing.ts';
import { useSubscription } from './use-subscription.ts';

type CallInput<K extends CallName> = Partial<z.output<StudioContract['calls'][K]['input']>>;

/**
 * Says why a call can't be made, as a sentence for a menu or tooltip; `null` if it can, or if only a request can find out. What is
 * not given of the input counts as usual.
 */
export type WhyUnavailable = <K extends CallName>(
  connectionId: string | null,
  call: K,
  input?: CallInput<K>,
) => string | null;

function useCapabilities(): (connectionId: string | null) => Capabilities | undefined {
  const health = useSubscription('connections.watch', {}).item?.health;
  return useMemo(() => {
    const servers = new Map(health?.map(({ connectionId, server }) => [connectionId, server?.capabilities]));
    return (connectionId) => (connectionId === null ? undefined : servers.get(connectionId));
  }, [health]);
}

type Permissions = typeof import('../../shared/call-permissions.ts');

let permissions: Permissions | null = null;

// Only windows of a team load them. Until then, and if they don't come, the host alone refuses.
function loadPermissions(onLoaded: () => void): () => void {
  import('../../shared/call-permissions.ts').then(
    (loaded) => {
      permissions = loaded;
      onLoaded();
    },
    () => undefined,
  );
  return () => undefined;
}

/** The one place that says which calls a page for reading, a recording, a team member's role and a server refuse. */
export function useWhyUnavailable(): WhyUnavailable {
  const capabilitiesOf = useCapabilities();
  const { servedCalls, role } = useSubscription('connections.watch', {}).item ?? {};
  const loaded = useSyncExternalStore(role ? loadPermissions : subscribeToNothing, () => permissions);
  return useMemo(
    () => (connectionId, call, input) => {
      if (servedCalls?.includes(call) === false) return 'This page is for reading.';
      const refused =
        (isWritingCall(call) ? readOnlyReason(connectionId) : null) ??
        (role && loaded?.callRefusal(role, call, input));
      if (refused != null) return refused;
      const missing = missingFeature(capabilitiesOf(connectionId), call, input);
      return missing && missingFeatureText(missing);
    },
    [capabilitiesOf, servedCalls, role, loaded],
  );
}

/** Why one call can't be made on this server, or at all without one; `null` if it can, or if only a request can find out. */
export function useUnavailable<K extends CallName>(
  connectionId: string | null,
  call: K,
  input?: CallInput<K>,
): string | null {
  return useWhyUnavailable()(connectionId, call, input);
}

/** Why a server lacks one feature; `null` if it has it, or if only a request can find out. */
export function useMissingCapability(connectionId: string | null, name: CapabilityName): string | null {
  const missing = missingCapability(useCapabilities()(connectionId), name);
  return missing && missingFeatureText(missing);
}
