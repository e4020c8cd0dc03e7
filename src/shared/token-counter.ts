import type { ModelUsage } from './model/model-usage.ts';

export type { ModelUsage };

/** Tokens as a model reported them (`usage_metadata` of a message). */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

export interface MessageUsage extends ModelUsage {
  readonly total: number;
}

/** Adds up the token usage in the messages of a run. */
export interface TokenCounter {
  /**
   * Adds a message: a chunk reports its own part, a complete message its total, perhaps again. `ids`: what
   * it counts for: its task and those around it, or its node. `metadata`: what the stream says of the message, if anything.
   */
  add(
    message: Readonly<Record<string, unknown>>,
    isChunk: boolean,
    ids: readonly string[],
    metadata?: unknown,
  ): void;
  total(): TokenUsage | null;
  /** Usage of a task or node, with everything inside it. */
  of(id: string): TokenUsage | null;
  models(): readonly ModelUsage[];
  modelsOf(id: string): readonly ModelUsage[];
}

interface Counts extends TokenUsage {
  readonly cached: number;
}

type ByModel = Map<string | null, Counts>;

/** Counts the tokens that models report in the messages of a run, by task and by model, each message once. */
export function createTokenCounter(): TokenCounter {
  const byId = new Map<string, ByModel>();
  // What complete messages have reported, by message id.
  const reported = new Map<string, Counts>();
  const totals: ByModel = new Map();

  const addTo = (models: ByModel, model: string | null, counts: Counts): void => {
    const before = models.get(model);
    models.set(model, before ? sumOf(before, counts, 1) : counts);
  };
  return {
    add(message, isChunk, ids, metadata) {
      const usage = countsOf(message);
      if (usage === null) return;
      const id = typeof message['id'] === 'string' ? message['id'] : null;
      const before = id === null ? undefined : reported.get(id);
      const newCounts = isChunk || before === undefined ? usage : sumOf(usage, before, -1);
      if (id !== null) reported.set(id, isChunk && before ? sumOf(before, usage, 1) : usage);
      const model = modelOf(message, metadata);
      addTo(totals, model, newCounts);
      for (const countedId of ids) {
        const byModel = byId.get(countedId) ?? new Map<string | null, Counts>();
        byId.set(countedId, byModel);
        addTo(byModel, model, newCounts);
      }
    },
    total: () => totalOf(totals),
    of: (id) => totalOf(byId.get(id)),
    models: () => usagesOf(totals),
    modelsOf: (id) => usagesOf(byId.get(id)),
  };
}

/** Input and output tokens of all models; `null` if none reports any, or their sum is no count. */
export function totalTokens(usages: readonly ModelUsage[]): number | null {
  if (usages.length === 0) return null;
  const tokens = usages.reduce((sum, { input, output }) => sum + input + output, 0);
  return Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null;
}

function totalOf(models: ByModel | undefined): TokenUsage | null {
  let total: TokenUsage | null = null;
  for (const { input, output, total: all } of models?.values() ?? []) {
    const usage = { input, output, total: all };
    total = total === null ? usage : addUsage(total, usage);
  }
  return total;
}

function usagesOf(models: ByModel | undefined): ModelUsage[] {
  return [...(models ?? [])].map(([model, { input, cached, output }]) => ({ model, input, cached, output }));
}

// The model by the message's own word, else by the stream's.
function modelOf(message: Readonly<Record<string, unknown>>, metadata: unknown): string | null {
  const { model_name: name, model } = membersOf(message['response_metadata']);
  for (const reported of [name, model, membersOf(metadata)['ls_model_name']]) {
    if (typeof reported === 'string' && reported !== '') return reported;
  }
  return null;
}

function countsOf(message: Readonly<Record<string, unknown>>): Counts | null {
  const usage = tokenUsageOf(message);
  if (usage === null) return null;
  const { cache_read: cached } = membersOf(membersOf(message['usage_metadata'])['input_token_details']);
  return { ...usage, cached: typeof cached === 'number' ? cached : 0 };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function sumOf(a: Counts, b: Counts, sign: 1 | -1): Counts {
  return {
    input: a.input + sign * b.input,
    output: a.output + sign * b.output,
    total: a.total + sign * b.total,
    cached: a.cached + sign * b.cached,
  };
}

/** Python names chunks so; JavaScript servers call them `ai` too, but only chunks have tool call chunks. */
export function isMessageChunk(message: Readonly<Record<string, unknown>>): boolean {
  const { type } = message;
  return (typeof type === 'string' && type.endsWith('Chunk')) || 'tool_call_chunks' in message;
}

/** The tokens and the model of one message; `null` if it reports none. */
export function messageUsageOf(message: Readonly<Record<string, unknown>>): MessageUsage | null {
  const counts = countsOf(message);
  return counts === null ? null : { model: modelOf(message, null), ...counts };
}

/** Adds up usages, with one entry per model. */
export function usageByModel(usages: readonly ModelUsage[]): ModelUsage[] {
  const sums = new Map<string | null, ModelUsage>();
  for (const { model, input, cached, output } of usages) {
    const sum = sums.get(model) ?? { input: 0, cached: 0, output: 0 };
    sums.set(model, {
      model,
      input: sum.input + input,
      cached: sum.cached + cached,
      output: sum.output + output,
    });
  }
  return [...sums.values()];
}

/** The tokens of one message (`usage_metadata`), whatever its model; `null` if it reports none. */
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
