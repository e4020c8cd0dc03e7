import type { Capability } from '../../../shared/model/connections/capability.ts';

/** Why a server lacks a capability; `null` if it has it, or if only a request can tell. */
export function lackOf(capability: Capability | undefined): string | null {
  return capability?.available === false ? capability.reason : null;
}
