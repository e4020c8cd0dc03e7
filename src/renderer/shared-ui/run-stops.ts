import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Breakpoint } from '../../shared/model/breakpoint.ts';
import type { StoredPin } from '../../shared/model/pin.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import { breakpointsOfRun, readBreakpoints, type BreakpointOwner } from './breakpoints.ts';
import { pinsOfRun, readPins } from './stored-pins.ts';

/** Where a run of a graph stops, and which of its nodes it does not run. */
export interface RunStops {
  readonly breakpoints: readonly Breakpoint[];
  readonly pins: readonly StoredPin[];
}

const pinsSwitch = createStore(() => ({ isIgnored: false }));

/** The next run that starts in this window runs the pinned nodes, too. */
export function ignorePins(isIgnored: boolean): void {
  pinsSwitch.setState({ isIgnored });
}

export function useIgnoresPins(): boolean {
  return useStore(pinsSwitch, (state) => state.isIgnored);
}

/** What a run of this graph gets if it starts now, wherever in the window it is started. */
export function readRunStops(owner: BreakpointOwner): RunStops {
  const { isIgnored } = pinsSwitch.getState();
  return { breakpoints: readBreakpoints(owner), pins: isIgnored ? [] : readPins(owner) };
}

/** A request with these stops. `isStateless`: also before its thread is created, a run with one isn't. */
export function withRunStops(
  request: RunRequest,
  { breakpoints, pins }: RunStops,
  isStateless: boolean,
): RunRequest {
  const { before, after, checked } = breakpointsOfRun(breakpoints, isStateless);
  const options = { ...request.options, interruptBefore: [...before], interruptAfter: [...after] };
  return {
    ...request,
    options,
    ...(checked.length === 0 ? {} : { breakpoints: [...checked] }),
    ...(pins.length === 0 || isStateless ? {} : { pins: pinsOfRun(pins) }),
  };
}
