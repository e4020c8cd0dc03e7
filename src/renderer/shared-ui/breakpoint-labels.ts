import {
  everyNode,
  type Breakpoint,
  type BreakpointFinding,
  type BreakpointHit,
  type BreakpointSide,
  type BreakpointStop,
} from '../../shared/model/breakpoint.ts';

/** Where a breakpoint is: `Before review`, `After every node`. */
export function breakpointPlace({ nodeId, side }: Pick<Breakpoint, 'nodeId' | 'side'>): string {
  return `${side === 'before' ? 'Before' : 'After'} ${nodeId === everyNode ? 'every node' : nodeId}`;
}

export function breakpointConditionsText({
  hitCount,
  changedKeys,
  condition,
  logMessage,
}: Breakpoint): string {
  return [
    hitCount === null
      ? null
      : hitCount.kind === 'nth'
        ? `${ordinal(hitCount.count)} visit`
        : `every ${hitCount.count === 1 ? '' : `${ordinal(hitCount.count)} `}visit`,
    changedKeys.length === 0 ? null : `${changedKeys.join(' or ')} changes`,
    condition === null ? null : `if ${condition}`,
    logMessage === null ? null : `logs “${logMessage}”`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** Why a run is stopped: which breakpoints did it, and what the studio could not check. Empty after a step. */
export function stopText({ hits, problem }: BreakpointStop): string {
  return [...hits.map(hitSentence), ...(problem === null ? [] : [problem])].join(' ');
}

export function hitSentence({ nodeId, side, findings }: BreakpointHit): string {
  const place = breakpointPlace({ nodeId, side });
  if (findings.length === 0) return `Your breakpoint ${lowerFirst(place)}.`;
  return `${place}: ${findings.map(findingText).join('; ')}.`;
}

function findingText(finding: BreakpointFinding): string {
  switch (finding.kind) {
    case 'visit':
      return `${ordinal(finding.visit)} visit${finding.sinceInput ? '' : ' since the run was continued'}`;
    case 'condition':
      return `${finding.expression} holds`;
    case 'changed':
      return `${finding.key} changed ${finding.before ?? 'from nothing'} → ${finding.after ?? 'nothing'}`;
    case 'broken':
      return `can’t check ${finding.expression}. ${finding.message.replace(/\.$/, '')}`;
  }
}

export function sideLabel(side: BreakpointSide): string {
  return side === 'before' ? 'Before' : 'After';
}

export function ordinal(count: number): string {
  const last = count % 100;
  const ending = last > 10 && last < 14 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[count % 10] ?? 'th');
  return `${count}${ending}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
