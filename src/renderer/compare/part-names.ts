import type { ComparePart } from '../../shared/model/comparison.ts';

export const partNames: Readonly<Record<ComparePart, string>> = {
  input: 'Input',
  command: 'Command',
  config: 'Config',
  context: 'Context',
  metadata: 'Metadata',
  output: 'Output',
  state: 'State',
  messages: 'Messages',
  interrupts: 'Interrupts',
  error: 'Error',
  graph: 'Graph',
};
