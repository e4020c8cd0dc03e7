import type { Assistant } from '../shared/model/assistant.ts';
import type { Breakpoint } from '../shared/model/breakpoint.ts';
import { CapabilityName, type Capabilities, type Capability } from '../shared/model/capability.ts';
import type { ConnectionHealth } from '../shared/model/connection.ts';
import type { Thread } from '../shared/model/thread.ts';
import type { ThreadPage } from '../shared/model/thread-listing.ts';
import type { WebhookDelivery } from '../shared/model/webhook.ts';

export function anAssistant(change: Partial<Assistant> = {}): Assistant {
  return {
    assistantId: change.name ?? 'writer',
    graphId: 'writer',
    name: 'writer',
    description: null,
    version: 1,
    bySystem: true,
    updatedAt: null,
    configText: '{}',
    contextText: '{}',
    ...change,
  };
}

/** A breakpoint without conditions, before a node. */
export function aBreakpoint(nodeId: string, change: Partial<Breakpoint> = {}): Breakpoint {
  return {
    id: nodeId,
    nodeId,
    side: 'before',
    enabled: true,
    hitCount: null,
    condition: null,
    changedKeys: [],
    logMessage: null,
    ...change,
  };
}

/** What a server offers: nothing known but the given. */
export function someCapabilities(some: Partial<Capabilities> = {}): Capabilities {
  const unknown: Capability = { available: null, reason: null };
  const all = CapabilityName.options.map((name) => [name, some[name] ?? unknown]);
  return Object.fromEntries(all) as Capabilities;
}

export function aThread(change: Partial<Thread> = {}): Thread {
  return {
    threadId: '01a1fae7-6041-7c00-8000-000000000001',
    status: 'idle',
    name: null,
    tags: [],
    graphId: 'writer',
    assistantId: null,
    createdAt: '2026-11-20T22:00:00Z',
    updatedAt: '2026-11-20T22:00:00Z',
    ...change,
  };
}

/** The last page. */
export function pageOf(threads: readonly Thread[]): ThreadPage {
  return { threads: [...threads], nextOffset: null, isFilteredHere: false };
}

export function aHealth(change: Partial<ConnectionHealth> = {}): ConnectionHealth {
  return { connectionId: 'demo', state: 'connected', latencyMs: 3, server: null, problem: null, ...change };
}

export function aDelivery(change: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: 'd1',
    seq: 1,
    receivedAt: '2026-11-20T22:00:00.500Z',
    connectionId: 'demo',
    runId: '02b2fae7-6041-7c00-8000-000000000002',
    threadId: '01a1fae7-6041-7c00-8000-000000000001',
    tokenLast4: 'beef',
    claimedStatus: 'success',
    confirmedStatus: 'success',
    confirmProblem: null,
    count: 1,
    size: 43,
    contentType: 'application/json',
    runEndedAt: '2026-11-20T22:00:00.248Z',
    forwards: [],
    ...change,
  };
}
