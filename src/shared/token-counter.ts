/** Tokens as a model reported them (`usage_metadata` of a message). */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

/** Adds up what the messages of one run report. */
export interface TokenCounter {
  /**
   * Takes a message as it came: a piece reports its own part, a whole one everything so far, perhaps again.
   * `taskIds`: the task that it came from, and those around it.
   */
  add(message: Readonly<Record<string, unknown>>, piece: boolean, taskIds: readonly string[]): void;
  /** Of the whole run; `null` when no model reported any. */
  total(): TokenUsage | null;
  /** Of a task and all inside of it. */
  of(taskId: string): TokenUsage | null;
}

export function createTokenCounter(): TokenCounter {
  const byTask = new Map<string, TokenUsage>();
  /** What whole messages have reported already, by message id. */
  const reported = new Map<string, TokenUsage>();
  let total: TokenUsage | null = null;

  return {
    add(message, piece, taskIds) {
      const usage = tokenUsageOf(message);
      if (usage === null) return;
      const id = typeof message['id'] === 'string' ? message['id'] : null;
      const before = id === null ? undefined : reported.get(id);
      const fresh = piece || before === undefined ? usage : less(usage, before);
      if (id !== null) reported.set(id, piece && before ? addUsage(before, usage) : usage);
      total = total ? addUsage(total, fresh) : fresh;
      for (const taskId of taskIds) {
        const known = byTask.get(taskId);
        byTask.set(taskId, known ? addUsage(known, fresh) : fresh);
      }
    },
    total: () => total,
    of: (taskId) => byTask.get(taskId) ?? null,
  };
}

/** Pieces are named so by Python; JavaScript servers call them `ai` too, but only pieces carry pieces of calls. */
export function isMessageChunk(message: Readonly<Record<string, unknown>>): boolean {
  const { type } = message;
  return (typeof type === 'string' && type.endsWith('Chunk')) || 'tool_call_chunks' in message;
}

/** What one message reports; `null` when it reports nothing. */
export function tokenUsageOf(message: Readonly<Record<string, unknown>>): TokenUsage | null {
  const reported = message['usage_metadata'];
  if (typeof reported !== 'object' || reported === null) return null;
  const counts = reported as Readonly<Record<string, unknown>>;
  const count = (name: string): number => (typeof counts[name] === 'number' ? counts[name] : 0);
  const input = count('input_tokens');
  const output = count('output_tokens');
  return { input, output, total: count('total_tokens') || input + output };
}

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return { input: a.input + b.input, output: a.output + b.output, total: a.total + b.total };
}

function less(a: TokenUsage, b: TokenUsage): TokenUsage {
  return { input: a.input - b.input, output: a.output - b.output, total: a.total - b.total };
}
