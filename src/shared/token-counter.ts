/** Tokens as a model reported them (`usage_metadata` of a message). */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

/** Adds up the token usage in the messages of a run. */
export interface TokenCounter {
  /**
   * Adds a message: a chunk reports its own part, a complete message its total, perhaps again. `taskIds`: its
   * task and those around it.
   */
  add(message: Readonly<Record<string, unknown>>, piece: boolean, taskIds: readonly string[]): void;
  /** Of the whole run; `null` if no model reported any. */
  total(): TokenUsage | null;
  /** Of a task and everything inside it. */
  of(taskId: string): TokenUsage | null;
}

export function createTokenCounter(): TokenCounter {
  const byTask = new Map<string, TokenUsage>();
  /** What complete messages have reported, by message id. */
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

/** Python names chunks so; JavaScript servers call them `ai` too, but only chunks have tool call chunks. */
export function isMessageChunk(message: Readonly<Record<string, unknown>>): boolean {
  const { type } = message;
  return (typeof type === 'string' && type.endsWith('Chunk')) || 'tool_call_chunks' in message;
}

/** Usage reported by a message, or `null`. */
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
