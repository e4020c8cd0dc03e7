import {
  canServerStopAt,
  everyNode,
  isCheckedByStudio,
  type Breakpoint,
} from '../../shared/model/breakpoint.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import { activePins } from './write-pinned-output.ts';

// The breakpoints of a request that apply to it. A stateless run has no state to check them with.
export function activeBreakpoints({ breakpoints = [], threadId }: RunRequest): readonly Breakpoint[] {
  return threadId === null ? [] : breakpoints.filter((one) => one.enabled && canServerStopAt(one));
}

// The request as it is sent: the server stops wherever the studio has something to check, and a run that it may
// have to continue is read here, even if it should run in the background.
export function withServerBreakpoints(request: RunRequest): RunRequest {
  const active = activeBreakpoints(request);
  const pinned = activePins(request).map(({ nodeId }) => nodeId);
  if (active.length + pinned.length === 0) return request;
  const { options } = request;
  const nodes = (side: Breakpoint['side'], plainNodes: readonly string[]): string[] => {
    const all = new Set([...plainNodes, ...active.flatMap((one) => (one.side === side ? one.nodeId : []))]);
    return all.has(everyNode) ? [everyNode] : [...all];
  };
  return {
    ...request,
    background: request.background && pinned.length === 0 && !active.some(isCheckedByStudio),
    options: {
      ...options,
      interruptBefore: nodes('before', [...options.interruptBefore, ...pinned]),
      interruptAfter: nodes('after', options.interruptAfter),
    },
  };
}

// The request that continues a run over a breakpoint that did not hold. Never over a run of somebody else.
export function continuationOf(request: RunRequest): RunRequest {
  return {
    ...request,
    checkpointId: null,
    checkpointNs: '',
    trigger: { kind: 'continue' },
    options: { ...request.options, multitaskStrategy: 'reject', afterSeconds: null },
  };
}
