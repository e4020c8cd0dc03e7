import type { RequestEvent } from 'remote-graph-client/client';
import type { Capabilities, Capability, CapabilityName } from '../../../shared/model/capability.ts';
import { knownCapability } from './capability-sentences.ts';
import { capabilityOfRefusedOption } from './option-capabilities.ts';
import { observationOf, pathOf, type CapabilityObservation } from './route-capabilities.ts';

// What servers have shown by their answers, by connection. Forgotten when a server has another version.
interface LearnedCapabilities {
  observe(connectionId: string, event: RequestEvent): void;
  set(connectionId: string, name: CapabilityName, capability: Capability): void;
  merge(connectionId: string, described: Capabilities): Capabilities;
  // Paths of the things whose absence would explain an answer as well as a missing route does.
  suspectedThings(connectionId: string): readonly string[];
  keepFor(connectionId: string, version: string): void;
  // Forgets what a server was found to lack, so that it is asked again.
  retry(connectionId: string): void;
  forget(connectionId: string): void;
}

interface LearnedServer {
  version: string | null;
  readonly capabilities: Map<CapabilityName, Capability>;
  readonly refusedMethods: Map<CapabilityName, Set<string>>;
  readonly suspicions: Map<string, CapabilityObservation[]>;
}

const maxSuspicions = 100;

/** `onChange`: a server has shown something new. */
export function createLearnedCapabilities(onChange: (connectionId: string) => void): LearnedCapabilities {
  const servers = new Map<string, LearnedServer>();
  const learnedOf = (connectionId: string): LearnedServer => {
    const learned = servers.get(connectionId);
    if (learned) return learned;
    const newServer: LearnedServer = {
      version: null,
      capabilities: new Map(),
      refusedMethods: new Map(),
      suspicions: new Map(),
    };
    servers.set(connectionId, newServer);
    return newServer;
  };
  const set = (connectionId: string, name: CapabilityName, capability: Capability): void => {
    const { capabilities } = learnedOf(connectionId);
    const before = capabilities.get(name);
    if (before?.available === capability.available && before.reason === capability.reason) return;
    capabilities.set(name, capability);
    onChange(connectionId);
  };
  const take = (connectionId: string, observation: CapabilityObservation): void => {
    const { name, verdict, thing, method, alternatives } = observation;
    const { refusedMethods, suspicions } = learnedOf(connectionId);
    if (verdict === 'yes') {
      refusedMethods.delete(name);
      return set(connectionId, name, knownCapability(name, true, 'answer'));
    }
    if (verdict === 'suspected' && thing !== null) {
      suspicions.set(thing, [...(suspicions.get(thing) ?? []), { ...observation, verdict: 'no' }]);
      for (const oldest of suspicions.keys()) {
        if (suspicions.size <= maxSuspicions) break;
        suspicions.delete(oldest);
      }
      return;
    }
    const allRefusedMethods = new Set(refusedMethods.get(name)).add(method);
    refusedMethods.set(name, allRefusedMethods);
    if (alternatives.every((one) => allRefusedMethods.has(one)))
      set(connectionId, name, knownCapability(name, false, 'answer'));
  };
  // A thing that can be read exists, so what was not found is the route.
  const settle = (connectionId: string, method: string, path: string, status: number): void => {
    const { suspicions } = learnedOf(connectionId);
    for (const [thing, observations] of suspicions) {
      const isFound = status >= 200 && status < 300 && (path === thing || path.startsWith(`${thing}/`));
      const isMissing = method === 'GET' && path === thing && status === 404;
      if (!isFound && !isMissing) continue;
      suspicions.delete(thing);
      if (isFound) for (const observation of observations) take(connectionId, observation);
    }
  };
  return {
    observe(connectionId, event) {
      if (event.phase !== 'answer' || event.status === undefined) return;
      const { method, path, status, problem = '', requestBody } = event;
      settle(connectionId, method, pathOf({ path }), status);
      const observation = observationOf({ method, path, status, message: problem });
      if (observation) take(connectionId, observation);
      const refused = capabilityOfRefusedOption({ method, path, status, message: problem, requestBody });
      if (refused) set(connectionId, refused.name, refused.capability);
    },
    set,
    merge(connectionId, described) {
      const learned = servers.get(connectionId)?.capabilities ?? new Map<CapabilityName, Capability>();
      return { ...described, ...Object.fromEntries(learned) };
    },
    suspectedThings: (connectionId) => [...(servers.get(connectionId)?.suspicions.keys() ?? [])],
    keepFor(connectionId, version) {
      const learned = learnedOf(connectionId);
      if (learned.version !== null && learned.version !== version) {
        learned.capabilities.clear();
        learned.refusedMethods.clear();
        learned.suspicions.clear();
      }
      learned.version = version;
    },
    retry(connectionId) {
      const learned = servers.get(connectionId);
      if (!learned) return;
      learned.refusedMethods.clear();
      learned.suspicions.clear();
      for (const [name, { available }] of learned.capabilities)
        if (available === false) learned.capabilities.delete(name);
    },
    forget(connectionId) {
      servers.delete(connectionId);
    },
  };
}
