import type { OmittedRunOptions } from './model/run.ts';

// What a user misses without an event mode.
const lostByMode: Readonly<Record<string, string>> = {
  values: 'the state after each step',
  updates: 'what each node wrote',
  tasks: 'when each node started and ended, and its input',
  'messages-tuple': 'messages token by token',
  messages: 'messages token by token',
  custom: 'custom events that the graph sends',
  checkpoints: 'checkpoints as they are made',
  debug: 'debug events',
  events: 'LangChain events',
  tools: 'tool calls as they happen',
};

const lostByMember: Readonly<Record<string, string>> = {
  stream_subgraphs: 'what subgraphs did',
  stream_resumable: 'events that a lost connection misses',
  durability: 'the chosen durability',
  checkpoint_during: 'the choice of when to save checkpoints',
  feedback_keys: 'feedback links',
  langsmith_tracer: 'the LangSmith project',
};

/** One sentence about what a server refused of a run; `null` if nothing. */
export function describeOmittedOptions({ streamModes, members }: OmittedRunOptions): string | null {
  const names = [...streamModes.map((mode) => `stream mode ${mode}`), ...members];
  if (names.length === 0) return null;
  const lost = [
    ...streamModes.map((mode) => lostByMode[mode] ?? `events of mode ${mode}`),
    ...members.map((name) => lostByMember[name] ?? name),
  ];
  return `This server refuses ${listOf(names)}, so the run was started without ${names.length === 1 ? 'it' : 'them'}. Missing: ${[...new Set(lost)].join('; ')}.`;
}

function listOf(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
