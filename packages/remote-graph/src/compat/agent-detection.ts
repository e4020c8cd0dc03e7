import { GraphServerError } from '../errors.ts';
import type { CallOptions } from '../http/http-client.ts';
import { hedgedRequest } from '../async/hedged-request.ts';
import { SharedRequests } from '../async/shared-requests.ts';
import { isUnsupportedRoute } from './unsupported-route.ts';

export interface AgentProbes {
  // Whether the server has `/info`, which the Agent Protocol lacks; `null` if it did not respond. Asks once.
  hasInfo(options: CallOptions): Promise<boolean | null>;
  isOfficial(options: CallOptions): Promise<boolean>;
  // Lists what can run by {@link AgentDetection.search}.
  search(options: CallOptions): Promise<void>;
}

// Whether a server runs agents in place of assistants, as in the Agent Protocol (docs/protocol.md, Other
// servers). Learned from the answers to requests.
export class AgentDetection {
  readonly #soonMs: number | null;
  readonly #probes: AgentProbes;
  readonly #searches = new SharedRequests<void>();
  #hasAgents: boolean | null = null;

  /** `soonMs`: how long the start of a run waits for the detection, in milliseconds; `null`: till its end. */
  constructor(soonMs: number | null, probes: AgentProbes) {
    this.#soonMs = soonMs;
    this.#probes = probes;
  }

  /** `null` until an answer has shown it. */
  get known(): boolean | null {
    return this.#hasAgents;
  }

  /** Searches assistants, or agents where there are none. */
  async search<T>(
    options: CallOptions,
    {
      assistants,
      agents,
      hasAgent,
    }: {
      readonly assistants: () => Promise<T>;
      readonly agents: () => Promise<T>;
      /** Whether the server lists an agent. */
      readonly hasAgent: () => Promise<boolean>;
    },
  ): Promise<T> {
    if (this.#hasAgents === true) return agents();
    try {
      const listedAssistants = await assistants();
      this.#hasAgents = false;
      return listedAssistants;
    } catch (error) {
      const mayHaveAgents = this.#hasAgents === null && isUnsupportedRoute(error);
      if (!mayHaveAgents || (await this.#probes.isOfficial(options))) throw error;
      const isAgentListed = await hasAgent().catch((why: unknown) => {
        options.signal?.throwIfAborted();
        if (isUnsupportedRoute(why)) this.#hasAgents = false;
        throw error;
      });
      // An empty list proves nothing: some servers answer every POST with one.
      if (!isAgentListed) throw error;
      this.#hasAgents = true;
      return agents();
    }
  }

  /** Reads an assistant, or the agent in its place. */
  async either<T>(
    options: CallOptions,
    { assistants, agents }: { readonly assistants: () => Promise<T>; readonly agents: () => Promise<T> },
  ): Promise<T> {
    if (this.#hasAgents === true) return agents();
    try {
      return await assistants();
    } catch (error) {
      if (isUnsupportedRoute(error) && (await this.detect(options))) return agents();
      throw error;
    }
  }

  /** Asks where no answer has shown it yet; `null` if that is unknown. */
  async detect(options: CallOptions): Promise<boolean | null> {
    if (this.#hasAgents !== null) return this.#hasAgents;
    const hasInfo = await this.#probes.hasInfo(options);
    if (hasInfo !== false) return hasInfo === null ? null : false;
    const { headers, params, signal } = options;
    try {
      await this.#searches.get(JSON.stringify([headers, params]), signal, (ended) =>
        this.#probes.search({ headers, params, signal: ended }),
      );
    } catch {
      // The request that needs this will report the problem.
      signal?.throwIfAborted();
    }
    return this.#hasAgents;
  }

  /**
   * The members of a run's body that name what runs. An agent server ignores `assistant_id` and would run its
   * default agent, so a run names both while it is unknown which one the server takes.
   */
  async runMembers(
    id: string,
    { headers, params, signal }: CallOptions,
  ): Promise<{ readonly agent_id?: string; readonly assistant_id?: string }> {
    const hasAgents = await hedgedRequest(
      { signal, ms: this.#soonMs },
      (ended) => this.detect({ headers, params, signal: ended }),
      (soon) => soon,
    );
    if (hasAgents === null) return { assistant_id: id, agent_id: id };
    return hasAgents ? { agent_id: id } : { assistant_id: id };
  }

  /**
   * Learns from the refusal of a run that named both. Returns true if the server takes one of them: nothing
   * was started, as the server rejected the body.
   */
  async learnFromRefusal(error: unknown, options: CallOptions): Promise<boolean> {
    const isAboutIt =
      error instanceof GraphServerError &&
      (error.status === 400 || error.status === 422) &&
      /\b(agent|assistant)_id\b/.test(error.body);
    // Guessing could start the default agent.
    const hasAgents = isAboutIt ? await this.detect(options) : null;
    if (hasAgents === null) return false;
    this.#hasAgents = hasAgents;
    return true;
  }
}
