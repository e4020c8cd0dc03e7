import { memberText } from 'exact-json';
import type { Capability, CapabilityName } from '../../../shared/model/capability.ts';
import { knownCapability } from './capability-sentences.ts';

// A request that a server refused because of what it asks.
interface RefusedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly message: string;
  readonly requestBody: string | null;
}

// How much of a refusal is searched, in UTF-16 units.
const maxSearched = 20_000;

// Words for what a server does not know, in contrast to a wrong value of what it knows.
const unknownWords =
  /extra (?:inputs?|fields?)|extra_forbidden|unrecogni[sz]ed|unexpected (?:field|key|property|keyword)|unknown (?:field|key|property|action|strategy)|additional propert|unsupported|not (?:yet )?(?:supported|implemented|available)|isn't supported/i;
const listWords =
  /expected|should be|must be|one of|literal_error|enum|invalid (?:value|option|literal)|allowed/i;

// Ways to start on a busy thread, by their names in the request.
const strategies: ReadonlyMap<string, CapabilityName> = new Map([
  ['enqueue', 'enqueueRuns'],
  ['interrupt', 'interruptRuns'],
  ['rollback', 'rollbackRuns'],
]);

// What the refusal of an option shows of its server; `null` if nothing.
export function capabilityOfRefusedOption(
  request: RefusedRequest,
): { readonly name: CapabilityName; readonly capability: Capability } | null {
  const name = refusedOption(request);
  return name && { name, capability: knownCapability(name, false, 'answer') };
}

function refusedOption({
  method,
  path,
  status,
  message,
  requestBody,
}: RefusedRequest): CapabilityName | null {
  if (method !== 'POST' || (status !== 400 && status !== 422 && status !== 501)) return null;
  const text = message.slice(0, maxSearched);
  if (/\/cancel\?(?:.*&)?action=rollback/.test(path))
    return /\b(?:action|rollback)\b/.test(text) && isRefusal(text) ? 'cancelRollback' : null;
  if (!/\/runs(?:\/stream|\/wait)?(?:\?.*)?$/.test(path) || requestBody === null) return null;
  if (/\bmultitask_?strategy\b/i.test(text) && isRefusal(text)) {
    const strategy: unknown = JSON.parse(memberText(requestBody, 'multitask_strategy') ?? 'null');
    return strategies.get(String(strategy)) ?? null;
  }
  // A bad address is refused, too, in words about the address.
  const isAboutWebhook =
    /\bwebhook\b/i.test(text) && unknownWords.test(text) && !/\burl\b|address|loopback/i.test(text);
  return isAboutWebhook && memberText(requestBody, 'webhook') !== null ? 'webhooks' : null;
}

function isRefusal(text: string): boolean {
  return unknownWords.test(text) || listWords.test(text);
}
