import type { RequestEvent } from '../../../remote-graph/client.ts';
import type {
  Capabilities,
  Capability,
  CapabilityName,
} from '../../../shared/model/connections/capability.ts';
import { capabilityShownBy } from './route-capabilities.ts';

/** What servers have shown by their answers, by connection. Forgotten when a server has another version. */
export interface LearnedCapabilities {
  /** Takes a request that a client reports. */
  observe(connectionId: string, event: RequestEvent): void;
  set(connectionId: string, name: CapabilityName, capability: Capability): void;
  /** What is described, with what was learned. */
  merge(connectionId: string, described: Capabilities): Capabilities;
  /** Keeps what was learned for this version only. */
  keepFor(connectionId: string, version: string): void;
  forget(connectionId: string): void;
}

interface Learned {
  version: string | null;
  readonly capabilities: Map<CapabilityName, Capability>;
}

/** `onChange`: a server has shown something new. */
export function createLearnedCapabilities(onChange: (connectionId: string) => void): LearnedCapabilities {
  const servers = new Map<string, Learned>();
  const learnedOf = (connectionId: string): Learned => {
    const known = servers.get(connectionId);
    if (known) return known;
    const fresh: Learned = { version: null, capabilities: new Map() };
    servers.set(connectionId, fresh);
    return fresh;
  };
  const set = (connectionId: string, name: CapabilityName, capability: Capability): void => {
    const { capabilities } = learnedOf(connectionId);
    const before = capabilities.get(name);
    if (before?.available === capability.available && before.reason === capability.reason) return;
    capabilities.set(name, capability);
    onChange(connectionId);
  };
  return {
    observe(connectionId, event) {
      if (event.phase !== 'answer' || event.status === undefined) return;
      const { method, path, status, problem = '' } = event;
      const shown = capabilityShownBy({ method, path, status, message: problem });
      if (shown) set(connectionId, shown.name, shown.capability);
    },
    set,
    merge(connectionId, described) {
      const learned = servers.get(connectionId)?.capabilities ?? new Map<CapabilityName, Capability>();
      return { ...described, ...Object.fromEntries(learned) };
    },
    keepFor(connectionId, version) {
      const learned = learnedOf(connectionId);
      if (learned.version !== null && learned.version !== version) learned.capabilities.clear();
      learned.version = version;
    },
    forget(connectionId) {
      servers.delete(connectionId);
    },
  };
}
