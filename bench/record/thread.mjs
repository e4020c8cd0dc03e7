// A thread as a server tells it: turns of a planner, a subgraph of two nodes and a node that answers.

const start = Date.parse('2026-11-23T12:00:00.000Z');

/**
 * The answers of a server, and a `fetch` that gives them.
 * @param {{ checkpoints: number, bytes: number }} size
 */
export function benchThread({ checkpoints, bytes }) {
  const values = JSON.stringify({ text: 'x'.repeat(bytes), log: [] });
  const runs = Math.ceil(checkpoints / 10);
  /** @type {string[]} Newest first. */
  const history = [];
  for (let index = 0; index < checkpoints; index += 1) {
    const isLast = index === checkpoints - 1;
    const names = isLast
      ? []
      : index % 10 === 0
        ? ['__start__']
        : index % 10 === 4
          ? ['left', 'right']
          : ['plan'];
    history.unshift(
      `{"values":${values},${JSON.stringify({
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
          source: index % 10 === 0 ? 'input' : 'loop',
          step: index - 1,
          run_id: `run-${Math.floor(index / 10)}`,
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
    run_id: `run-${index}`,
    thread_id: 't',
    assistant_id: 'a',
    status: 'success',
    created_at: new Date(start + index * 1000 - 20).toISOString(),
    updated_at: new Date(start + index * 1000 + 950).toISOString(),
    metadata: {},
    kwargs: { input: { text: 'x' }, config: { configurable: {} } },
  }));
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
      text = JSON.stringify(allRuns.slice(from, from + Number(searchParams.get('limit') ?? 10)));
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

/** Sorted by time, as a server's. @param {number} index */
const idOf = (index) => `1f1e78e1-${String(index).padStart(12, '0')}`;
