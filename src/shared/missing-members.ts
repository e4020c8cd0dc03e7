/** `next and tasks`. */
export function listMembers(names: readonly string[]): string {
  return names.length < 2 ? `${names[0] ?? ''}` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

// What a user misses without a member of a checkpoint.
const lost: Readonly<Record<string, string>> = {
  metadata: 'steps, sources and runs',
  tasks: 'tasks and questions',
  next: 'which nodes run next',
  values: 'the state',
  checkpoint: 'the ID that runs and edits start from',
  parent_checkpoint: 'the checkpoint before it, and what has changed since',
  'tasks.id': 'which task is which',
  'tasks.name': 'the nodes of tasks',
  'tasks.interrupts': 'questions',
  'tasks.interrupts.value': 'what the questions ask',
};

/** One sentence about what a server leaves out of checkpoints; `null` for nothing. */
export function describeMissingMembers(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const losses = [...new Set(names.map((name) => lost[name] ?? name))];
  return `This server sends checkpoints without ${listMembers(names)}. Unknown here: ${losses.join('; ')}.`;
}
