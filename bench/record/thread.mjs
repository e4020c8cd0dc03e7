// A thread as a server reports it: turns of ten checkpoints, in which a planner and two parallel nodes take turns.

const start = Date.parse('2026-11-23T12:00:00.000Z');
const turnLength = 10;

/**
 * The answers of a server, and a `fetch` that gives them.
 * @param {{ checkpoints: number, bytes: number, values?: 'text' | 'messages', isRunning?: boolean }} size
 * `values`: one long text, or a list of short messages. `isRunning`: the newest run has not ended.
 */
export function benchThread({ checkpoints, bytes, values = 'text', isRunning = false }) {
  const valuesText = JSON.stringify(
    values === 'text' ? { text: 'x'.repeat(bytes), log: [] } : messagesOf(bytes),
  );
  const runs = Math.ceil(checkpoints / turnLength);
  /** @type {string[]} Newest first. */
  const history = [];
  for (let index = 0; index < checkpoints; index += 1) {
    const step = index % turnLength;
    const isLast = step === turnLength - 1 || index === checkpoints - 1;
    const names = isLast ? [] : step === 0 ? ['__start__'] : step === 4 ? ['left', 'right'] : ['plan'];
    history.unshift(
      `{"values":${valuesText},${JSON.stringify({
        next: names,
        tasks: names.map((name) => ({
          id: `task-${index}-${name}`,
          name,
          error: null,
          interrupts: [],
          path: ['__pregel_pull', name],
          checkpoint: null,
          state: null,
          result: { text: 'y' },
        })),
        metadata: {
          source: step === 0 ? 'input' : 'loop',
          step: index - 1,
          run_id: runIdOf(Math.floor(index / turnLength)),
          parents: {},
        },
        created_at: new Date(start + index * 100).toISOString(),
        checkpoint: { thread_id: 't', checkpoint_ns: '', checkpoint_id: idOf(index), checkpoint_map: null },
        parent_checkpoint:
          index === 0 ? null : { thread_id: 't', checkpoint_ns: '', checkpoint_id: idOf(index - 1) },
      }).slice(1)}`,
    );
  }
  const positions = new Map(history.map((_, position) => [idOf(checkpoints - 1 - position), position]));
  const allRuns = Array.from({ length: runs }, (_, index) => ({
    run_id: runIdOf(index),
    thread_id: 't',
    assistant_id: 'a',
    status: 'success',
    created_at: new Date(start + index * 1000 - 20).toISOString(),
    updated_at: new Date(start + index * 1000 + 950).toISOString(),
    metadata: {},
    kwargs: { input: { text: 'x' }, config: { configurable: {} } },
  }));
  if (isRunning)
    allRuns.push({
      run_id: 'live',
      thread_id: 't',
      assistant_id: 'a',
      status: 'running',
      created_at: new Date(start + runs * 1000).toISOString(),
      updated_at: new Date(start + runs * 1000).toISOString(),
      metadata: {},
      kwargs: { input: { text: 'x' }, config: { configurable: {} } },
    });
  /** @type {[string, RequestInit | undefined][]} */
  const requests = [];
  /** @type {typeof fetch} */
  const answer = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    requests.push([url, init]);
    const { pathname: path, searchParams } = new URL(url);
    let text = '{}';
    if (path === '/info') text = '{"langgraph_py_version":"1.2.12","version":"0.16.7","flags":{}}';
    else if (path.endsWith('/runs')) {
      const from = Number(searchParams.get('offset') ?? 0);
      text = JSON.stringify(allRuns.toReversed().slice(from, from + Number(searchParams.get('limit') ?? 10)));
    } else if (path.endsWith('/history')) {
      const { limit, before } = JSON.parse(String(init?.body));
      const id = typeof before === 'string' ? before : before?.checkpoint_id;
      const from = id === undefined || id === null ? 0 : (positions.get(id) ?? history.length) + 1;
      text = `[${history.slice(from, from + limit).join(',')}]`;
    }
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
  return { fetch: answer, requests };
}

/** As long as those of servers, and sorted by time. @param {number} index */
const idOf = (index) => `1f1e78e1-5c3a-6d90-8000-${String(index).padStart(12, '0')}`;

/** @param {number} index */
const runIdOf = (index) => `1f1e78e1-77aa-4b1c-9fd3-${String(index).padStart(12, '0')}`;

/** A state of messages, as chat graphs have them. @param {number} bytes */
function messagesOf(bytes) {
  const message = (/** @type {number} */ index) => ({
    content: `The answer to question ${index} is a sentence or two of "plain" text, as a model writes them.\n`,
    additional_kwargs: {},
    response_metadata: { model_name: 'model-1', finish_reason: 'stop' },
    type: index % 2 === 0 ? 'human' : 'ai',
    id: `run-${index}-5c3a-6d90`,
    tool_calls: [],
    usage_metadata: { input_tokens: 120 + index, output_tokens: 40, total_tokens: 160 + index },
  });
  const length = JSON.stringify(message(10)).length;
  return { messages: Array.from({ length: Math.max(1, Math.round(bytes / length)) }, (_, i) => message(i)) };
}
