// A graph whose input is a plan of what it does, for tests with random graphs. With `STORY_JOURNAL`, a folder, its nodes note
// in a file per thread when they run: what really happened, whatever the server says of it.
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Command,
  END,
  ReducedValue,
  START,
  Send,
  StateGraph,
  StateSchema,
  interrupt,
} from '@langchain/langgraph';
import { z } from 'zod';

const journal = process.env['STORY_JOURNAL'];

function note(event, node, config) {
  if (journal === undefined) return;
  const { thread_id: threadId, run_id: runId, checkpoint_ns: namespace } = config.configurable;
  appendFileSync(
    join(journal, threadId),
    `${JSON.stringify({ event, node, runId, namespace, ms: Date.now() })}\n`,
  );
}

/** How often a task of a plan has failed. */
const failures = new Map();

/** Does what a task of the plan says, in this order: waits, fails, asks. */
async function perform(node, task, key, config) {
  note('start', node, config);
  try {
    if (task.waitMs) await sleep(task.waitMs);
    while (task.untilFile && !existsSync(task.untilFile)) await sleep(20);
    const failed = failures.get(key) ?? 0;
    if (failed < (task.failures ?? 0)) {
      failures.set(key, failed + 1);
      throw new Error(`${node} failed`);
    }
    const answers = [];
    for (let index = 0; index < (task.questions ?? 0); index += 1) {
      answers.push(interrupt({ question: `${node} ${task.item ?? ''} ${index}` }));
    }
    note('end', node, config);
    return `${node} ${JSON.stringify(answers)}`;
  } catch (error) {
    note(error.name === 'GraphInterrupt' ? 'ask' : 'fail', node, config);
    throw error;
  }
}

/**
 * A graph that follows the stages of a plan: each is a list of tasks that run in one superstep. `level`: how deep it is, so
 * that graphs share the plan only. `stagesOf`: its stages in a plan; `inner`: its nodes that are graphs.
 */
function storyGraph(level, stagesOf, inner, settings = {}) {
  const [stageKey, logKey] = [`stage${level}`, `log${level}`];
  const State = new StateSchema({
    // Parallel subgraphs all give it back.
    plan: new ReducedValue(
      z.any().default(() => ({})),
      { inputSchema: z.any(), reducer: (_, plan) => plan },
    ),
    // Parallel nodes all write the same number.
    [stageKey]: new ReducedValue(z.number().default(0), {
      inputSchema: z.number(),
      reducer: (_, stage) => stage,
    }),
    [logKey]: new ReducedValue(
      z.array(z.string()).default(() => []),
      { inputSchema: z.string(), reducer: (all, one) => [...all, one] },
    ),
  });
  const tasksOf = ({ plan, [stageKey]: stage }) => stagesOf(plan)?.[stage] ?? [];
  const route = (state) => {
    const tasks = tasksOf(state);
    const { plan, [stageKey]: stage } = state;
    if (tasks.length === 0) return [END];
    return tasks.map((task) =>
      task.isSent ? new Send(task.node, { plan, [stageKey]: stage, task }) : task.node,
    );
  };
  // After parallel tasks one node decides: otherwise each of them would send the next ones. They leave half a stage.
  const next = (state) => (Number.isInteger(state[stageKey]) ? route(state) : ['gather']);
  const run = (node) => async (state, config) => {
    const tasks = tasksOf(state);
    const task = state.task ?? tasks.find((candidate) => candidate.node === node && !candidate.isSent) ?? {};
    const stage = state[stageKey];
    const line = await perform(
      node,
      task,
      [state.plan.id, level, node, stage, task.item ?? ''].join(' '),
      config,
    );
    return { [logKey]: line, [stageKey]: stage + (tasks.length > 1 ? 0.5 : 1) };
  };
  const plain = (node, update) => (state, config) => {
    note('start', node, config);
    note('end', node, config);
    return { [logKey]: node, [stageKey]: update(state[stageKey]) };
  };
  const innerNames = Object.keys(inner);
  const ends = ['a', 'b', 'c', 'again', 'jump', 'gather', ...innerNames, END];
  const graph = new StateGraph(State)
    .addNode(
      'enter',
      plain('enter', () => 0),
    )
    .addNode(
      'gather',
      plain('gather', (stage) => Math.floor(stage) + 1),
    )
    .addNode('again', run('again'), {
      retryPolicy: { maxAttempts: 2, initialInterval: 20, jitter: false, logWarning: false },
    })
    .addNode(
      'jump',
      async (state, config) => {
        const update = await run('jump')(state, config);
        return new Command({ update, goto: next({ ...state, ...update }).filter((node) => node !== END) });
      },
      { ends },
    )
    .addEdge(START, 'enter')
    .addConditionalEdges('enter', route, ends)
    .addConditionalEdges('gather', route, ends)
    .addConditionalEdges('again', next, ends);
  for (const name of ['a', 'b', 'c']) graph.addNode(name, run(name)).addConditionalEdges(name, next, ends);
  for (const name of innerNames) graph.addNode(name, inner[name]).addEdge(name, 'gather');
  return graph.compile(settings);
}

const stagesOf = (name) => (plan) => plan.inner?.[name];
const deep = storyGraph(2, stagesOf('deep'), {});
const sub = storyGraph(1, stagesOf('sub'), { deep });
const own = storyGraph(1, stagesOf('own'), {}, { checkpointer: true });
const called = storyGraph(1, stagesOf('call'), {});

/** Calls a subgraph from its code, once or twice. */
async function call(state, config) {
  note('start', 'call', config);
  try {
    for (let time = 0; time < (state.plan.calls ?? 1); time += 1) await called.invoke({ plan: state.plan });
    note('end', 'call', config);
    return { log0: 'call' };
  } catch (error) {
    note(error.name === 'GraphInterrupt' ? 'ask' : 'fail', 'call', config);
    throw error;
  }
}

export const story = storyGraph(0, (plan) => plan.stages, { sub, own, call });
