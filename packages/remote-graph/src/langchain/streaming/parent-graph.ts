import { taskInterrupts } from '../../compat/reported-interrupts.ts';
import type { RunnableConfig } from '@langchain/core/runnables';
import { isObject } from '../../http/response-checks.ts';
import type { RunPayload } from '../../run-stream/run-payload.ts';
import type { WireInterrupt } from '../../http/api-types.ts';
import type { RemoteCall } from '../remote-graph-options.ts';
import type { ClientAdapter } from '../client-adapter.ts';
import { callerNamespace } from '../run-config.ts';
import { CommandForParent, GraphInterrupt, ParentCommand } from './remote-errors.ts';
import { StreamError } from '../../errors.ts';

// Where a local graph that streams subgraphs wants its nodes' output.
interface ParentStream {
  readonly modes: ReadonlySet<string>;
  push(chunk: readonly [readonly string[], string, unknown]): void;
}

// The local graph around the remote one. LangGraph passes it in `configurable`, as to its own subgraphs:
// `checkpoint_ns` and members that begin with `__pregel_`.
export class ParentGraph {
  readonly namespace: readonly string[];
  /** Set while the local graph streams its subgraphs. */
  readonly stream: ParentStream | null;
  readonly #configurable: Readonly<Record<string, unknown>>;

  constructor(config: RunnableConfig) {
    this.#configurable = config.configurable ?? {};
    this.namespace = callerNamespace(config);
    const stream: unknown = this.#configurable['__pregel_stream'];
    this.stream = isParentStream(stream) ? stream : null;
  }

  /** False if the caller is no graph: then interrupts are data. */
  get isGraph(): boolean {
    return this.namespace.length > 0;
  }

  /**
   * The payload that resumes the remote graph: the local graph's answers, keyed by the ids of the interrupts
   * pending on the server. `null`: nothing is pending, so the node's own input counts. Throws {@link
   * GraphInterrupt} again for unanswered interrupts.
   */
  async resumePayload(
    server: ClientAdapter,
    threadId: string | null,
    call: RemoteCall,
  ): Promise<Pick<RunPayload, 'input' | 'command'> | null> {
    const answers = this.#answers();
    if (!this.isGraph || threadId === null || (answers === null && !this.#resuming())) return null;
    const open = await openQuestions(server, threadId, call);
    if (open === null) return null;
    if (open.length === 0) return { input: null };
    const resume = answers?.for(open) ?? null;
    if (resume === null) throw new GraphInterrupt(open);
    return { command: { resume } };
  }

  /** Passes a command for the parent on to the local graph. */
  forwardCommand(data: unknown): void {
    if (!this.isGraph || !isObject(data) || data['graph'] !== '__parent__') return;
    const goto = Array.isArray(data['goto']) ? data['goto'] : [data['goto']];
    const nodes = goto.filter((node) => node !== undefined && node !== null);
    const names = nodes.filter((node) => typeof node === 'string');
    if (names.length < nodes.length) {
      const why =
        "The remote graph sends its parent to a node with a separate input, which can't be forwarded.";
      throw new StreamError('ParentCommand', why, null);
    }
    throw new ParentCommand(new CommandForParent(this.namespace.join('|'), data['update'], names));
  }

  #resuming(): boolean {
    return this.#configurable['__pregel_resuming'] === true;
  }

  /** The local graph's answers: one for all interrupts, or a map by interrupt id. */
  #answers(): Answers | null {
    const map = this.#configurable['__pregel_resume_map'];
    const scratchpad = this.#configurable['__pregel_scratchpad'];
    const plain = isObject(scratchpad) ? scratchpad['nullResume'] : undefined;
    if (plain !== undefined) return new Answers(null, plain, scratchpad);
    return isObject(map) ? new Answers(map, undefined, null) : null;
  }
}

class Answers {
  readonly #byId: Readonly<Record<string, unknown>> | null;
  readonly #plain: unknown;
  readonly #scratchpad: unknown;

  constructor(byId: Readonly<Record<string, unknown>> | null, plain: unknown, scratchpad: unknown) {
    this.#byId = byId;
    this.#plain = plain;
    this.#scratchpad = scratchpad;
  }

  // The answers to these interrupts; `null` if none. A plain answer is used once.
  for(open: readonly WireInterrupt[]): unknown {
    const byId = this.#byId;
    if (byId !== null) {
      const answers = open.flatMap(({ id }) => (id !== undefined && id in byId ? [[id, byId[id]]] : []));
      return answers.length > 0 ? Object.fromEntries(answers) : null;
    }
    if (isObject(this.#scratchpad) && typeof this.#scratchpad['consumeNullResume'] === 'function') {
      this.#scratchpad['consumeNullResume']();
    }
    // Servers whose interrupts have no id take the bare answer.
    if (open.some(({ id }) => id === undefined)) return this.#plain;
    return Object.fromEntries(open.map(({ id }) => [id, this.#plain]));
  }
}

// A thread's pending interrupts; empty at a static breakpoint; `null` if it does not wait.
async function openQuestions(
  server: ClientAdapter,
  threadId: string,
  call: RemoteCall,
): Promise<readonly WireInterrupt[] | null> {
  try {
    const { tasks = [], next } = await server.state(threadId, {}, false, call);
    const open = tasks.flatMap(taskInterrupts);
    return open.length === 0 && (next ?? []).length === 0 ? null : open;
  } catch (error) {
    if (isObject(error) && (error['status'] === 404 || error['status'] === 422)) return null;
    throw error;
  }
}

function isParentStream(value: unknown): value is ParentStream {
  return isObject(value) && value['modes'] instanceof Set && typeof value['push'] === 'function';
}
