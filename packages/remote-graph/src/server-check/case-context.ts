import { sleep } from '../http/request-timeout.ts';
import { randomUuid } from '../resources/random-uuid.ts';
import type { Cleanup } from './cleanup.ts';
import { expectList, expectObject, expectSuccess, expectText, memberOf } from './expect.ts';
import { broken, different, Finding, untested } from './findings.ts';
import type { GraphInRole, RoleName } from './roles.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import {
  jsonOf,
  type EventOptions,
  type EventReply,
  type Reply,
  type SendOptions,
  type WireClient,
} from './wire-client.ts';

const runPollMs = 60;
// How often a run that a case needs is tried on a server that fails.
const maxRunAttempts = 4;

type JsonObject = Readonly<Record<string, unknown>>;

/** What a case has at hand. What it makes through this is removed when it ends. */
export class CaseContext {
  readonly signal: AbortSignal;
  readonly #wire: WireClient;
  readonly #cleanup: Cleanup;
  readonly #graphs: (role: RoleName) => GraphInRole;
  readonly #receiver: WebhookReceiver | undefined;
  readonly #waitFactor: number;
  readonly #losses: string[] = [];
  /** The server refuses requests without a key: known from the start of the check. */
  readonly needsKey: boolean;

  constructor(parts: {
    readonly signal: AbortSignal;
    readonly wire: WireClient;
    readonly cleanup: Cleanup;
    readonly graphs: (role: RoleName) => GraphInRole;
    readonly receiver: WebhookReceiver | undefined;
    readonly needsKey: boolean;
    readonly waitFactor: number;
  }) {
    this.#waitFactor = parts.waitFactor;
    this.signal = parts.signal;
    this.#wire = parts.wire;
    this.#cleanup = parts.cleanup;
    this.#graphs = parts.graphs;
    this.#receiver = parts.receiver;
    this.needsKey = parts.needsKey;
  }

  /** What works with a loss: the case goes on, and its outcome is at best `less`. */
  less(loss: string): void {
    this.#losses.push(loss);
  }

  get losses(): readonly string[] {
    return this.#losses;
  }

  /** The metadata that marks what the check makes. */
  get marker(): JsonObject {
    return this.#cleanup.metadata;
  }

  get cleanup(): Cleanup {
    return this.#cleanup;
  }

  /** A config that no other assistant has: Aegra refuses a second assistant of a graph with the same config as 409. */
  get ownConfig(): JsonObject {
    return { tags: [`graph-server-check ${randomUuid()}`] };
  }

  /** A namespace of the store that nobody else has. */
  get namespace(): readonly string[] {
    return ['graph-server-check', randomUuid()];
  }

  get receiver(): WebhookReceiver {
    if (this.#receiver === undefined) throw untested('no receiver of webhooks was opened');
    return this.#receiver;
  }

  uuid(): string {
    return randomUuid();
  }

  /** The answer to a request, whatever it is. */
  send(method: string, path: string, body?: unknown, options: SendOptions = {}): Promise<Reply> {
    return this.#wire.send(method, path, body, options, this.signal);
  }

  /** The JSON of a successful answer; another one is what the case found. */
  async json(method: string, path: string, body?: unknown, options: SendOptions = {}): Promise<unknown> {
    const reply = await this.send(method, path, body, options);
    expectSuccess(reply);
    return jsonOf(reply);
  }

  async object(method: string, path: string, body?: unknown, options: SendOptions = {}): Promise<JsonObject> {
    return expectObject(await this.json(method, path, body, options), `${method} ${path}`);
  }

  async list(
    method: string,
    path: string,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<readonly JsonObject[]> {
    return expectList(await this.json(method, path, body, options), `${method} ${path}`);
  }

  /** The events of a successful answer. */
  async events(
    method: string,
    path: string,
    body?: unknown,
    options: EventOptions = {},
  ): Promise<EventReply> {
    const reply = await this.#wire.events(method, path, body, options, this.signal);
    expectSuccess(reply);
    return reply;
  }

  /** The graph that plays a role. A case without one is untested. */
  graph(role: RoleName): GraphInRole {
    return this.#graphs(role);
  }

  /** A new thread. For cases about something else: what fails here leaves them untested. */
  thread(body: JsonObject = {}): Promise<string> {
    return this.setup('a thread', async () => {
      const metadata = { ...this.marker, ...expectObject(body['metadata'] ?? {}, 'metadata') };
      const id = expectText(
        (await this.object('POST', '/threads', { ...body, metadata }))['thread_id'],
        'thread_id',
      );
      this.#cleanup.thread(id);
      return id;
    });
  }

  /** A new assistant of a graph, with a config of its own. */
  assistant(graph: string, body: JsonObject = {}): Promise<string> {
    return this.setup('an assistant', async () => {
      const metadata = { ...this.marker, ...expectObject(body['metadata'] ?? {}, 'metadata') };
      const config = { ...this.ownConfig, ...expectObject(body['config'] ?? {}, 'config') };
      const assistant = await this.object('POST', '/assistants', {
        graph_id: graph,
        ...body,
        config,
        metadata,
      });
      const id = expectText(assistant['assistant_id'], 'assistant_id');
      this.#cleanup.assistant(id);
      return id;
    });
  }

  /** A run's body: the graph of a role, its input and the check's marker. */
  runBody(role: RoleName, body: JsonObject = {}): JsonObject {
    const { name, input } = this.graph(role);
    const inputMember = 'input' in body || 'command' in body ? {} : { input };
    const metadata = { ...this.marker, ...expectObject(body['metadata'] ?? {}, 'metadata') };
    return { assistant_id: name, ...inputMember, ...body, metadata };
  }

  /** A thread on which a role's graph has run to its end or interrupt. */
  async ran(role: RoleName, body: JsonObject = {}): Promise<string> {
    const runBody = this.runBody(role, body);
    for (let attempt = 1; ; attempt += 1) {
      const thread = await this.thread();
      const reply = await this.setup('a run', () =>
        this.send('POST', `/threads/${thread}/runs/wait`, runBody),
      );
      // pure-graph loses a run now and then: "Queue with id ... does not exist". What a case is about is not this run.
      if (reply.status >= 500 && attempt < maxRunAttempts) continue;
      await this.setup('a run', () => {
        expectSuccess(reply);
        return Promise.resolve(jsonOf(reply));
      });
      return thread;
    }
  }

  /** Starts a run in the background and returns its id. */
  started(thread: string, role: RoleName, body: JsonObject = {}): Promise<string> {
    const runBody = this.runBody(role, body);
    return this.setup('a run', async () =>
      expectText((await this.object('POST', `/threads/${thread}/runs`, runBody))['run_id'], 'run_id'),
    );
  }

  /** Polls a run until it has one of some statuses. */
  async runWith(thread: string, run: string, ...statuses: readonly string[]): Promise<JsonObject> {
    for (;;) {
      const record = await this.object('GET', `/threads/${thread}/runs/${run}`);
      const status = String(record['status']);
      if (statuses.includes(status)) return record;
      if (['success', 'error', 'timeout', 'interrupted'].includes(status)) {
        throw broken(`the run ended with the status ${status} in place of ${statuses.join(' or ')}`);
      }
      await sleep(runPollMs, this.signal);
    }
  }

  /** The newest state of a thread. */
  state(thread: string): Promise<JsonObject> {
    return this.setup('the state of a thread', () => this.object('GET', `/threads/${thread}/state`));
  }

  /** The first member of a role's input that is text: what cases write. */
  textKey(role: RoleName): string {
    const { input } = this.graph(role);
    const key = Object.keys(input).find((name) => typeof input[name] === 'string');
    if (key === undefined) throw untested(`the input of the role "${role}" has no text`);
    return key;
  }

  /** A state in the middle of a thread's history: one that has a parent and a next node. */
  olderState(thread: string): Promise<JsonObject> {
    return this.setup('the history of a thread', async () => {
      const history = await this.list('POST', `/threads/${thread}/history`, { limit: 100 });
      const older = history.find(
        (state, index) => index > 0 && textOf(memberOf(state, 'next', 0)) !== '' && hasParent(state),
      );
      if (older === undefined) throw untested('the history has no state between the first and the last');
      return older;
    });
  }

  /** The namespace of the subgraph that a thread waits in. */
  innerNamespace(thread: string): Promise<string> {
    return this.setup('the namespace of a subgraph', async () => {
      const state = await this.object('GET', `/threads/${thread}/state`, undefined, {
        query: { subgraphs: true },
      });
      const namespaces = expectList(state['tasks'] ?? [], 'tasks').flatMap((task) => [
        textOf(memberOf(task, 'checkpoint', 'checkpoint_ns')),
        textOf(memberOf(task, 'state', 'checkpoint', 'checkpoint_ns')),
      ]);
      const namespace = namespaces.find((text) => text !== '');
      if (namespace === undefined) throw untested('no task names the namespace of a subgraph');
      return namespace;
    });
  }

  /** The nodes of a role's graph, from the start along its edges. */
  nodesInOrder(role: RoleName): Promise<readonly string[]> {
    const { assistantId } = this.graph(role);
    return this.setup('the drawing of a graph', async () => {
      const graph = await this.object('GET', `/assistants/${encodeURIComponent(assistantId)}/graph`);
      const edges = expectList(graph['edges'], 'edges');
      const nodes: string[] = [];
      for (let node = '__start__'; node !== '' && node !== '__end__' && !nodes.includes(node);) {
        nodes.push(node);
        node = textOf(
          memberOf(
            edges.find((edge) => edge['source'] === node),
            'target',
          ),
        );
      }
      return nodes.slice(1);
    });
  }

  /** Steps that the case is not about: when they fail it is untested, and says why. */
  async setup<T>(what: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof Finding && error.outcome !== 'untested') {
        throw untested(`needs ${what}: ${error.message}`);
      }
      throw error;
    }
  }

  /** The ids in a list of nodes. */
  idsOf(nodes: unknown): readonly string[] {
    return expectList(nodes, 'nodes').map(({ id }) => String(id));
  }

  /** What a promise gives, if it does so in time. */
  async within<T>(promise: Promise<T>, ms: number, otherwise: string): Promise<T> {
    const limit = sleep(this.scaled(ms), this.signal).then(() => {
      throw different(otherwise);
    });
    return Promise.race([promise, limit]);
  }

  /** A wait in milliseconds, longer where the limit of a case is: for slow machines. */
  scaled(ms: number): number {
    return ms * this.#waitFactor;
  }

  pause(ms: number): Promise<void> {
    return sleep(ms, this.signal);
  }

  /** Calls until something is so; false when it is not in time. */
  async eventually(act: () => Promise<boolean>, ms = 5_000): Promise<boolean> {
    const until = Date.now() + this.scaled(ms);
    for (;;) {
      if (await act()) return true;
      if (Date.now() > until) return false;
      await sleep(runPollMs, this.signal);
    }
  }
}

/** The interrupts of a state's tasks. */
export function interruptsOf(state: unknown): readonly JsonObject[] {
  const tasks = memberOf(state, 'tasks');
  if (!Array.isArray(tasks)) return [];
  return tasks.flatMap((task: unknown) => {
    const interrupts = memberOf(task, 'interrupts');
    return Array.isArray(interrupts) ? expectList(interrupts, 'interrupts') : [];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function hasParent(state: unknown): boolean {
  return textOf(memberOf(state, 'parent_checkpoint', 'checkpoint_id')) !== '';
}
