import type { Durability, MultitaskStrategy, StreamMode } from '../../../../shared/model/runs/run-request.ts';

/** What each mode of a stream carries. */
export const streamModeLabels: Readonly<Record<StreamMode, string>> = {
  values: 'the whole state after each step',
  updates: 'what each node changed',
  tasks: 'begin and end of each node; the timeline and the canvas need it',
  'messages-tuple': 'tokens of messages as they come',
  messages: 'messages as they grow, in the older form',
  custom: 'whatever nodes write to the stream',
  checkpoints: 'each checkpoint, and with it which nodes are queued',
  debug: 'checkpoints and tasks with all their data',
  events: 'every event of every runnable; a lot',
  tools: 'begin and end of tool calls; JavaScript server only',
};

export const multitaskStrategyLabels: Readonly<Record<MultitaskStrategy, string>> = {
  reject: 'refuse the new run',
  enqueue: 'start when the earlier ones ended',
  interrupt: 'stop the earlier ones, keep what they wrote',
  rollback: 'stop the earlier ones and take back what they wrote, where the server can',
};

export const durabilityLabels: Readonly<Record<Durability, string>> = {
  async: 'checkpoints are written while the next step runs',
  sync: 'checkpoints are written before the next step runs',
  exit: 'only the last checkpoint is written',
};
