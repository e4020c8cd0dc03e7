/** Why something about an execution is not known. */
export type UnknownReason =
  | 'running'
  | 'not-started'
  | 'loading'
  | 'no-events'
  | 'no-task-events'
  | 'events-missing'
  | 'send-input'
  | 'no-checkpoint'
  | 'not-loaded'
  | 'no-clock'
  | 'not-reported';

/** A fact, or why it is not known. */
export type Fact<T> =
  | { readonly known: true; readonly value: T }
  /** Views never put a default in its place. */
  | { readonly known: false; readonly why: UnknownReason };

export function known<T>(value: T): Fact<T> {
  return { known: true, value };
}

export function unknown(why: UnknownReason): { readonly known: false; readonly why: UnknownReason } {
  return { known: false, why };
}

export function valueOr<T, U>(fact: Fact<T>, otherwise: U): T | U {
  return fact.known ? fact.value : otherwise;
}

/** The reasons as sentences. */
export const unknownReasons: Readonly<Record<UnknownReason, string>> = {
  running: 'Not known until it ends.',
  'not-started': 'It has not started.',
  loading: 'Loading the events of the run.',
  'no-events': 'The events of its run are not stored here.',
  'no-task-events': 'Its run did not stream tasks. Turn on the stream mode “tasks” in the run options.',
  'events-missing': 'Events of its run are missing: reading began late, or was cut off.',
  'send-input': 'A Send started it with an input of its own, which only the events of its run contain.',
  'no-checkpoint': 'The server has no checkpoint of it.',
  'not-loaded': 'Its checkpoint is not among those loaded. Scroll the history to load older ones.',
  'no-clock': 'The server’s clock at the first event of the run is not known.',
  'not-reported': 'The server does not report it.',
};
