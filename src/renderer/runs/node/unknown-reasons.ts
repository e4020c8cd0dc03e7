export type UnknownReason =
  | 'running'
  | 'not-started'
  | 'loading'
  | 'no-events'
  | 'events-missing'
  | 'send-input'
  | 'no-checkpoint'
  | 'not-reported';

export const unknownReasons: Readonly<Record<UnknownReason, string>> = {
  running: 'Not known until it ends.',
  'not-started': 'It has not started.',
  loading: 'Loading the events of the run.',
  'no-events': 'The events of its run are not stored here.',
  'events-missing': 'Events of its run are missing: reading started late or was cut off.',
  'send-input': 'A Send started it with its own input, which only the events of its run contain.',
  'no-checkpoint': 'The server has no checkpoint for it.',
  'not-reported': 'The server does not report it.',
};
