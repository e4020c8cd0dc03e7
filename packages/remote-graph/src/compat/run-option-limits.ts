import { configBesideContext, refusesConfigWithContext } from './config-with-context.ts';
import type { ServerRefusal } from './run-quirks.ts';

/** What a run was asked without, because its server has refused it before. */
export interface OmittedRunOptions {
  readonly streamModes: readonly string[];
  /** Members of the request's body, by their names there. */
  readonly members: readonly string[];
}

export const nothingOmitted: OmittedRunOptions = { streamModes: [], members: [] };

// The part of a run's body that can do with less.
export interface NegotiableMembers {
  readonly stream_mode: unknown;
  readonly stream_subgraphs: unknown;
  readonly config?: unknown;
  readonly context?: unknown;
}

// Every stream mode that a server of this API may list (docs/protocol.md, Payloads by stream mode).
const streamModes = [
  'messages-tuple',
  'messages',
  'values',
  'updates',
  'events',
  'tasks',
  'checkpoints',
  'debug',
  'custom',
  'tools',
];

// Members without which a run does the same and only reports or keeps less. Those that change what a run does are never
// left out: the refusal is the answer then.
const dispensable = [
  'stream_subgraphs',
  'stream_resumable',
  'durability',
  'checkpoint_during',
  'feedback_keys',
  'langsmith_tracer',
];

// How much of a refusal is searched, in UTF-16 units.
const maxSearched = 20_000;

// Which stream modes and options of a run a server refuses, learned from its refusals.
export class RunOptionLimits {
  readonly #modes = new Set<string>();
  readonly #members = new Set<string>();
  #takesConfigOrContext = false;
  /**
   * Whether runs with `values` and subgraphs fail unless they ask for `checkpoints`, too: the values bring slim checkpoints,
   * which some servers can read only then (docs/protocol.md, Limits of the JavaScript server).
   */
  needsCheckpoints = false;

  get refused(): OmittedRunOptions {
    return { streamModes: [...this.#modes], members: [...this.#members] };
  }

  /** Forgets everything, for a server that has become another one. */
  reset(): void {
    this.#modes.clear();
    this.#members.clear();
    this.needsCheckpoints = false;
    this.#takesConfigOrContext = false;
  }

  /** Learns from the failure of a run; returns true if the next run avoids it. */
  learnFromFailure(message: string, body: NegotiableMembers): boolean {
    if (!/^Cannot read properties of undefined \(reading 'map'\)$/.test(message)) return false;
    const modes = modesOf(body.stream_mode);
    if (body.stream_subgraphs !== true || !modes.includes('values') || modes.includes('checkpoints'))
      return false;
    this.needsCheckpoints = true;
    return true;
  }

  /**
   * Learns from a refused run, which was not started. Returns true if the run can be sent again with less than `body` has.
   */
  learnFromRefusal(
    { status, body: refusal }: ServerRefusal,
    body: NegotiableMembers & Readonly<Record<string, unknown>>,
  ): boolean {
    if (status !== 400 && status !== 422) return false;
    const text = refusal.slice(0, maxSearched);
    if (refusesConfigWithContext(text)) {
      this.#takesConfigOrContext = true;
      return configBesideContext(body.config, body.context) !== body.config;
    }
    const modes = blamedModes(text, modesOf(body.stream_mode));
    for (const mode of modes) this.#modes.add(mode);
    if (modes.length > 0) return this.#leavesOut(modes, body);
    const members = dispensable.filter((name) => body[name] !== undefined && mentions(text, name));
    for (const name of members) this.#members.add(name);
    return members.length > 0;
  }

  /**
   * A body that the server takes, and what it lacks. Throws {@link ArgumentError} if it can't take the body without a loss.
   */
  apply<T extends NegotiableMembers>(body: T): { readonly body: T; readonly omitted: OmittedRunOptions } {
    const requestedModes = modesOf(body.stream_mode);
    const modes = this.#takenModes(body);
    const members = dispensable.filter(
      (name) => this.#members.has(name) && (body as Readonly<Record<string, unknown>>)[name] !== undefined,
    );
    const isChanged =
      modes.length !== requestedModes.length || modes.some((mode, index) => mode !== requestedModes[index]);
    return {
      body: {
        ...body,
        ...(isChanged ? { stream_mode: modes } : {}),
        ...Object.fromEntries(members.map((name) => [name, undefined])),
        ...(this.#takesConfigOrContext ? { config: configBesideContext(body.config, body.context) } : {}),
      },
      omitted: { streamModes: requestedModes.filter((mode) => !modes.includes(mode)), members },
    };
  }

  /** Whether a run with this body would be sent without these modes: else it would be refused without end. */
  #leavesOut(refused: readonly string[], body: NegotiableMembers): boolean {
    const sent = this.#takenModes(body);
    return !refused.some((mode) => sent.includes(mode));
  }

  #takenModes({
    stream_mode: streamMode,
    stream_subgraphs: subgraphs,
  }: NegotiableMembers): readonly string[] {
    const requestedModes = modesOf(streamMode);
    const supportedModes = requestedModes.filter((mode) => !this.#modes.has(mode));
    // A run without a mode would get the server's default, which nobody asked for.
    return supportedModes.length === 0 ? requestedModes : this.#withCheckpoints(supportedModes, subgraphs);
  }

  #withCheckpoints(modes: readonly string[], subgraphs: unknown): readonly string[] {
    const isBroken = this.needsCheckpoints && subgraphs === true && modes.includes('values');
    const canAdd = !modes.includes('checkpoints') && !this.#modes.has('checkpoints');
    return isBroken && canAdd ? [...modes, 'checkpoints'] : modes;
  }
}

function modesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((mode) => typeof mode === 'string') : [];
}

// Which of the sent modes a refusal is about. Servers list what they take (zod, pydantic) or name what they don't; the
// refused value may stand beside the list. Empty if it can't be determined, or if nothing would be left.
function blamedModes(text: string, sent: readonly string[]): readonly string[] {
  const isAboutModes = /stream[_ ]?modes?/i.test(text) || listsModes(text);
  if (!isAboutModes || sent.length === 0) return [];
  const accepted = namedModes(withoutReceived(text));
  const isList = /expected|one of|should be|must be|options|allowed|permitted|supported modes|enum/i.test(
    text,
  );
  const blamed = isList
    ? sent.filter((mode) => !accepted.has(mode))
    : sent.filter((mode) => namedModes(text).has(mode));
  return (isList && accepted.size === 0) || blamed.length === sent.length ? [] : blamed;
}

// The text without the values that the server says it received.
function withoutReceived(text: string): string {
  return text
    .replaceAll(/\\?"(?:received|input|value|ctx_value|given)\\?"\s*:\s*(?:\\?"[^"\\]*\\?"|\[[^\]]*\])/g, '')
    .replaceAll(/\b(?:received|got|given)\s*:?\s*\\?['"`]?[\w-]+\\?['"`]?/gi, '');
}

function namedModes(text: string): ReadonlySet<string> {
  return new Set(streamModes.filter((mode) => new RegExp(`(?<![\\w-])${mode}(?![\\w-])`).test(text)));
}

// Whether a text names so many modes that it is a list of them.
function listsModes(text: string): boolean {
  return namedModes(text).size >= 3;
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text);
}
