import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SourceTarget } from '../../shared/model/source.ts';
import { findSource } from './find-source.ts';
import { readProjectModules } from './project-modules.ts';
import { slowness } from '../../testing/slowness.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function aFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'source-')));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** The lines that were found, as `file: text`, with `?` before a guess. The first file has the graph. */
async function search(
  files: Readonly<Record<string, string>>,
  target: SourceTarget,
  exported = 'graph',
): Promise<string[]> {
  const [file = ''] = Object.keys(files);
  return searchIn(await aFolder(files), file, target, exported);
}

async function searchIn(
  folder: string,
  file: string,
  target: SourceTarget,
  exported = 'graph',
): Promise<string[]> {
  const modules = await readProjectModules(folder, file);
  if (!modules) return [];
  const { places } = findSource(folder, modules, { exported, target });
  return places.map((place) => `${place.isGuess ? '? ' : ''}${place.file}: ${place.text}`);
}

const node = (nodeId: string): SourceTarget => ({ kind: 'node', nodeId });
const edge = (source: string, target: string): SourceTarget => ({ kind: 'edge', source, target });
const tool = (name: string): SourceTarget => ({ kind: 'tool', name });

describe('A node of a JavaScript graph', () => {
  it('is at its function, whatever form adds it', async () => {
    const graph = `
import { StateGraph, START, END } from "@langchain/langgraph";
const plan = async (state: State): Promise<Partial<State>> => ({ plan: [] });
function write(state) { return {}; }
const nodes = { review(state) { return {}; }, publish: async () => ({}) };
class Tidier { async tidy(state) { return {}; } }
const tidier = new Tidier();
const NAME = "named";
const Names = { Last: "last" } as const;
enum Kinds { Sort = "sort" }
export const graph = new StateGraph<State>(Annotation.Root({}))
  .addNode("plan", plan)
  .addNode("inline", async (state) => {
    return {};
  })
  .addNode({ write, shout: function shouting() {} })
  .addNode([["pair", pairing], ["other", write]])
  .addNode("review", nodes.review, { ends: ["plan"] })
  .addNode("publish", nodes.publish)
  .addNode("tidy", tidier.tidy)
  .addNode(NAME, plan as any)
  .addNode(Names.Last, write!)
  .addNode(Kinds.Sort, write satisfies Node)
  .addNode("retried", RunnableLambda.from(plan).withRetry({}))
  .addEdge(START, "plan")
  .compile({ checkpointer: new MemorySaver() });
function pairing() {}
`;
    const files = { 'src/agent.ts': graph };
    expect(await search(files, node('plan'))).toEqual([
      'src/agent.ts: const plan = async (state: State): Promise<Partial<State>> => ({ plan: [] });',
    ]);
    expect(await search(files, node('inline'))).toEqual([
      'src/agent.ts: .addNode("inline", async (state) => {',
    ]);
    const write = 'src/agent.ts: function write(state) { return {}; }';
    expect(await search(files, node('write'))).toEqual([write]);
    expect(await search(files, node('shout'))).toEqual([
      'src/agent.ts: .addNode({ write, shout: function shouting() {} })',
    ]);
    expect(await search(files, node('pair'))).toEqual(['src/agent.ts: function pairing() {}']);
    expect(await search(files, node('other'))).toEqual([write]);
    const methods =
      'src/agent.ts: const nodes = { review(state) { return {}; }, publish: async () => ({}) };';
    expect(await search(files, node('review'))).toEqual([methods]);
    expect(await search(files, node('publish'))).toEqual([methods]);
    expect(await search(files, node('tidy'))).toEqual([
      'src/agent.ts: class Tidier { async tidy(state) { return {}; } }',
    ]);
    expect(await search(files, node('named'))).toEqual([expect.stringMatching(/const plan/)]);
    expect(await search(files, node('last'))).toEqual([write]);
    expect(await search(files, node('sort'))).toEqual([write]);
    expect(await search(files, node('retried'))).toEqual([expect.stringMatching(/const plan/)]);
  });

  it('is followed into other files by imports, exports and re-exports', async () => {
    const files = {
      'src/graph.ts': `
import { StateGraph } from "@langchain/langgraph";
import plan from "./nodes/plan.js";
import { write as writing } from "./nodes";
import * as checks from "./nodes/checks";
const builder = new StateGraph(State);
builder.addNode("plan", plan);
builder.addNode("write", writing);
builder.addNode("check", checks.check);
export default builder.compile();
export { compiled as graph };
const compiled = builder.compile();
`,
      'src/nodes/plan.ts': 'export default async function (state) {}\n',
      'src/nodes/index.ts': 'export * from "./write.ts";\n',
      'src/nodes/write.ts': 'const writeText = (state) => ({});\nexport { writeText as write };\n',
      'src/nodes/checks.js': 'export const check = (state) => ({});\n',
    };
    for (const exported of ['graph', 'default']) {
      expect(await search(files, node('plan'), exported)).toEqual([
        'src/nodes/plan.ts: export default async function (state) {}',
      ]);
      expect(await search(files, node('write'), exported)).toEqual([
        'src/nodes/write.ts: const writeText = (state) => ({});',
      ]);
      expect(await search(files, node('check'), exported)).toEqual([
        'src/nodes/checks.js: export const check = (state) => ({});',
      ]);
    }
  });

  it('is not confused with nodes of the same name in other graphs', async () => {
    const files = {
      'graph.js': `
import { StateGraph } from "@langchain/langgraph";
const inner = new StateGraph(S).addNode("plan", innerPlan).addNode("deep", deepest()).compile();
const outer = new StateGraph(S).addNode("plan", outerPlan).addNode("sub", inner).addNode("called", callInner);
export const graph = outer.compile();
function innerPlan() {}
function outerPlan() {}
function deepest() { const b = new StateGraph(S); b.addNode("plan", deepPlan); return b.compile(); }
function deepPlan() {}
async function callInner(state) { return { text: (await inner.invoke(state)).text }; }
`,
    };
    expect(await search(files, node('plan'))).toEqual(['graph.js: function outerPlan() {}']);
    expect(await search(files, node('sub:plan'))).toEqual(['graph.js: function innerPlan() {}']);
    expect(await search(files, node('sub:deep:plan'))).toEqual(['graph.js: function deepPlan() {}']);
    expect(await search(files, node('called:plan'))).toEqual(['graph.js: function innerPlan() {}']);
    expect(await search(files, node('sub'))).toEqual([expect.stringMatching(/const inner/)]);
  });

  it('is found in a function that makes the graph', async () => {
    const files = {
      'graph.js': `
export async function graph(config) {
  const builder = new StateGraph(S);
  const local = async () => ({});
  builder.addNode("local", local);
  addMore(builder);
  return builder.compile();
}
function addMore(builder) { builder.addNode("more", more); }
function more() {}
`,
    };
    expect(await search(files, node('local'))).toEqual(['graph.js: const local = async () => ({});']);
    expect(await search(files, node('more'))).toEqual(['? graph.js: function more() {}']);
  });

  it('of a package is where it is added', async () => {
    const files = {
      'graph.js': `
import { ToolNode } from "@langchain/langgraph/prebuilt";
export const graph = new StateGraph(S)
  .addNode("tools", new ToolNode([]))
  .compile();
`,
    };
    expect(await search(files, node('tools'))).toEqual(['graph.js: .addNode("tools", new ToolNode([]))']);
  });

  it('is a guess if its name is computed, or only a function has it', async () => {
    const files = {
      'graph.js': `
const builder = new StateGraph(S);
for (const [name, work] of Object.entries(works)) builder.addNode(name, work);
export const graph = builder.compile();
function makePlan() {}
`,
    };
    const computed =
      '? graph.js: for (const [name, work] of Object.entries(works)) builder.addNode(name, work);';
    expect(await search(files, node('make_plan'))).toEqual(['? graph.js: function makePlan() {}', computed]);
    expect(await search(files, node('other'))).toEqual([computed]);
  });

  it('is a guess if its function is defined more than once', async () => {
    const files = {
      'graph.js': `
let plan = () => 1;
if (isTest) plan = () => 2;
export const graph = new StateGraph(S).addNode("plan", plan).compile();
`,
    };
    expect(await search(files, node('plan'))).toEqual(['? graph.js: if (isTest) plan = () => 2;']);
  });

  it('of createAgent is its call, and its tools', async () => {
    const files = {
      'agent.ts': `
import { createAgent, tool } from "langchain";
const getWeather = tool(async ({ city }) => "sun", { name: "get_weather", schema });
const search = new DynamicStructuredTool({ name: "search", func: runSearch });
async function runSearch() {}
export const graph = createAgent({
  model,
  tools: [getWeather, search],
});
`,
    };
    expect(await search(files, node('model_request'))).toEqual([
      'agent.ts: export const graph = createAgent({',
    ]);
    expect(await search(files, node('tools'))).toEqual(['agent.ts: tools: [getWeather, search],']);
    expect(await search(files, tool('get_weather'))).toEqual([expect.stringMatching(/const getWeather/)]);
    expect(await search(files, tool('search'))).toEqual(['agent.ts: async function runSearch() {}']);
    expect(await search(files, edge('model_request', 'tools'))).toEqual([
      'agent.ts: export const graph = createAgent({',
    ]);
  });

  it('of the functional API is its function', async () => {
    const files = {
      'flow.ts': `
import { entrypoint, task } from "@langchain/langgraph";
const compose = task("compose", async (topic: string) => topic);
const check = task({ name: "check" }, checkText);
async function checkText() {}
export const graph = entrypoint({ checkpointer, name: "flow" }, async (topic: string) => {
  return await check(await compose(topic));
});
`,
    };
    expect(await search(files, node('compose'))).toEqual([expect.stringMatching(/const compose/)]);
    expect(await search(files, node('check'))).toEqual(['flow.ts: async function checkText() {}']);
    expect(await search(files, node('flow'))).toEqual([expect.stringMatching(/export const graph/)]);
  });
});

describe('A node of a Python graph', () => {
  it('is at its function, whatever form adds it', async () => {
    const files = {
      'agent.py': `
from functools import partial
from langgraph.graph import END, START, StateGraph
from langgraph.prebuilt import ToolNode

NAME = "named"

async def plan(state: State, config) -> dict:
    """Plans."""
    return {}

def write(state):
    return {}

class Review:
    def __call__(self, state):
        return {}

class Names:
    LAST = "last"

def make_node(kind):
    def inner(state):
        return {kind: 1}
    return inner

builder = StateGraph(State)
builder.add_node(plan)
builder.add_node("writer", write)
builder.add_node(node="keyword", action=write)
builder.add_node("review", Review())
builder.add_node("made", make_node("x"))
builder.add_node("partial", partial(plan, config=None))
builder.add_node("lambda", lambda state: {})
builder.add_node(NAME, write)
builder.add_node(Names.LAST, write)
builder.add_node("tools", ToolNode([]))
builder.add_sequence([("first", write), plan])
builder.add_edge(START, "plan")
graph = builder.compile(name="x")
graph.name = "y"
`,
    };
    const plan = 'agent.py: async def plan(state: State, config) -> dict:';
    const write = 'agent.py: def write(state):';
    expect(await search(files, node('plan'))).toEqual([plan]);
    expect(await search(files, node('writer'))).toEqual([write]);
    expect(await search(files, node('keyword'))).toEqual([write]);
    expect(await search(files, node('review'))).toEqual(['agent.py: def __call__(self, state):']);
    expect(await search(files, node('made'))).toEqual(['agent.py: def inner(state):']);
    expect(await search(files, node('partial'))).toEqual([plan]);
    expect(await search(files, node('lambda'))).toEqual([
      'agent.py: builder.add_node("lambda", lambda state: {})',
    ]);
    expect(await search(files, node('named'))).toEqual([write]);
    expect(await search(files, node('last'))).toEqual([write]);
    expect(await search(files, node('first'))).toEqual([write]);
    expect(await search(files, node('tools'))).toEqual(['agent.py: builder.add_node("tools", ToolNode([]))']);
  });

  it('is followed into other files by relative, absolute and module imports', async () => {
    const files = {
      'src/my_agent/graph.py': `
from langgraph.graph import StateGraph
from my_agent.nodes.planning import plan as plan_node
from .nodes import write
from .nodes import checks
from . import tidy
import my_agent.extra
graph = (
    StateGraph(State)
    .add_node(plan_node)
    .add_node("write", write)
    .add_node("check", checks.check)
    .add_node("tidy", tidy.tidy_up)
    .add_node("extra", my_agent.extra.more)
    .compile()
)
`,
      'src/my_agent/__init__.py': '',
      'src/my_agent/nodes/__init__.py': 'from .writing import *\n',
      'src/my_agent/nodes/planning.py': 'def plan(state): ...\n',
      'src/my_agent/nodes/writing.py': 'def write(state): ...\n',
      'src/my_agent/nodes/checks.py': 'def check(state): ...\n',
      'src/my_agent/tidy.py': 'def tidy_up(state): ...\n',
      'src/my_agent/extra.py': 'def more(state): ...\n',
    };
    expect(await search(files, node('plan'))).toEqual([
      'src/my_agent/nodes/planning.py: def plan(state): ...',
    ]);
    expect(await search(files, node('write'))).toEqual([
      'src/my_agent/nodes/writing.py: def write(state): ...',
    ]);
    expect(await search(files, node('check'))).toEqual([
      'src/my_agent/nodes/checks.py: def check(state): ...',
    ]);
    expect(await search(files, node('tidy'))).toEqual(['src/my_agent/tidy.py: def tidy_up(state): ...']);
    expect(await search(files, node('extra'))).toEqual(['src/my_agent/extra.py: def more(state): ...']);
    const folder = await aFolder(files);
    expect(await searchIn(folder, 'my_agent.graph', node('plan'))).toEqual([
      'src/my_agent/nodes/planning.py: def plan(state): ...',
    ]);
  });

  it('is found in a class and in a function that make the graph', async () => {
    const files = {
      'agent.py': `
class Agent:
    def __init__(self):
        self.builder = StateGraph(State)
        self.builder.add_node("plan", self.plan)

    def plan(self, state):
        return {}

def make_graph(config):
    builder = StateGraph(State)
    builder = builder.add_node("write", write)
    def nested(state): ...
    builder.add_node(nested)
    return builder.compile()

async def write(state): ...
async def nested(state): ...
graph = make_graph
`,
    };
    expect(await search(files, node('write'))).toEqual(['agent.py: async def write(state): ...']);
    expect(await search(files, node('nested'))).toEqual(['agent.py: def nested(state): ...']);
    expect(await search(files, node('plan'))).toEqual(['? agent.py: def plan(self, state):']);
  });

  it('of an agent, its tools and its middleware are found', async () => {
    const files = {
      'agent.py': `
from langchain.agents import create_agent
from langchain_core.tools import tool, StructuredTool, BaseTool
from .mcp import load

@tool
def get_weather(city: str) -> str:
    return "sun"

@tool("web_search", return_direct=True)
async def search(query: str) -> str:
    return ""

def add(a: int, b: int) -> int:
    return a + b

class Deleter(BaseTool):
    name: str = "delete"

sender = StructuredTool.from_function(func=add, name="send")

class Limit(AgentMiddleware):
    def before_model(self, state): ...

tools = [get_weather, search, add]
graph = create_agent(model, tools=tools, middleware=[Limit()])
`,
    };
    expect(await search(files, node('model'))).toEqual([expect.stringMatching(/graph = create_agent/)]);
    expect(await search(files, node('Limit.before_model'))).toEqual([
      'agent.py: class Limit(AgentMiddleware):',
    ]);
    expect(await search(files, tool('get_weather'))).toEqual([
      'agent.py: def get_weather(city: str) -> str:',
    ]);
    expect(await search(files, tool('web_search'))).toEqual([
      'agent.py: async def search(query: str) -> str:',
    ]);
    expect(await search(files, tool('add'))).toEqual(['agent.py: def add(a: int, b: int) -> int:']);
    expect(await search(files, tool('delete'))).toEqual(['agent.py: class Deleter(BaseTool):']);
    expect(await search(files, tool('send'))).toEqual(['agent.py: def add(a: int, b: int) -> int:']);
    expect(await search(files, tool('unknown'))).toEqual([]);
  });

  it('of the functional API is its function', async () => {
    const files = {
      'flow.py': `
@task
def compose(topic): ...

@task(name="check", retry_policy=policy)
async def check_text(text): ...

@entrypoint(checkpointer=saver)
def graph(topic): ...
`,
    };
    expect(await search(files, node('compose'))).toEqual(['flow.py: def compose(topic): ...']);
    expect(await search(files, node('check'))).toEqual(['flow.py: async def check_text(text): ...']);
    expect(await search(files, node('graph'))).toEqual(['flow.py: def graph(topic): ...']);
  });
});

describe('An edge', () => {
  const files = {
    'agent.py': `
from langgraph.graph import END, START, StateGraph
def route(state): ...
def plan(state): ...
builder = StateGraph(State)
builder.add_node(plan)
builder.add_node("write", lambda s: s)
builder.set_entry_point("plan")
builder.add_edge(["plan", "write"], "review")
builder.add_conditional_edges("plan", route, {"a": "write"})
builder.add_edge("review", END)
graph = builder.compile()
`,
  };

  it('is where it is added', async () => {
    expect(await search(files, edge('write', 'review'))).toEqual([
      'agent.py: builder.add_edge(["plan", "write"], "review")',
    ]);
    expect(await search(files, edge('review', '__end__'))).toEqual([
      'agent.py: builder.add_edge("review", END)',
    ]);
    expect(await search(files, edge('__start__', 'plan'))).toEqual([
      'agent.py: builder.set_entry_point("plan")',
    ]);
  });

  it('with a condition is the function that decides, and where it is added', async () => {
    expect(await search(files, edge('plan', 'write'))).toEqual([
      'agent.py: def route(state): ...',
      'agent.py: builder.add_conditional_edges("plan", route, {"a": "write"})',
    ]);
  });

  it('that no line adds may be decided by its node', async () => {
    const command = {
      'graph.js': `
const plan = () => new Command({ goto: "write" });
export const graph = new StateGraph(S).addNode("plan", plan, { ends: ["write"] }).addNode("write", plan).compile();
`,
    };
    expect(await search(command, edge('plan', 'write'))).toEqual([
      '? graph.js: const plan = () => new Command({ goto: "write" });',
    ]);
  });
});

describe('The search', () => {
  it('reads nothing outside of the folder, and no installed package', async () => {
    const outside = await aFolder({ 'secret.js': 'export function plan() {}\n' });
    const folder = await aFolder({
      'graph.js': `
import { plan } from "./linked.js";
import { above } from "../../../etc/above.js";
import { installed } from "./node_modules/x/index.js";
export const graph = new StateGraph(S).addNode("plan", plan).addNode("x", installed).compile();
`,
      'node_modules/x/index.js': 'export function installed() {}\n',
    });
    await symlink(join(outside, 'secret.js'), join(folder, 'linked.js'));
    const modules = await readProjectModules(folder, 'graph.js');
    expect(modules?.all.map(({ path }) => path)).toEqual([join(folder, 'graph.js')]);
    expect(await searchIn(folder, 'graph.js', node('plan'))).toEqual([
      expect.stringMatching(/export const graph/),
    ]);
    expect(await readProjectModules(folder, '../secret.js')).toBeNull();
    expect(await readProjectModules(folder, 'linked.js')).toBeNull();
    await symlink(outside, join(folder, 'there'));
    expect(await readProjectModules(folder, 'there/secret.js')).toBeNull();
  });

  it(
    'ends on files that import each other, on circles of names, and on hostile nesting',
    async () => {
      const deep = '('.repeat(10_000);
      const files = {
        'a.js': `import { b } from "./b.js"; export const a = b;
const x = y; const y = x; const g = g2.compile(); const g2 = g.compile();
export const bad = g; ${deep} ${'['.repeat(5000)} ${'{a:'.repeat(5000)}`,
        'b.js':
          'import { a } from "./a.js"; export const b = a; export * from "./a.js"; export * from "./b.js";',
      };
      expect(await search(files, node('x'), 'bad')).toEqual([]);
      expect(await search(files, node('x'), 'missing')).toEqual([]);
      const python = { 'a.py': `from .a import *\n${'('.repeat(10_000)}\n${'if x:\n '.repeat(2000)}` };
      expect(await search(python, node('x'))).toEqual([]);
    },
    20_000 * slowness(),
  );

  it('never takes a node of a very long chain of calls for another one', async () => {
    const chain = (length: number): string =>
      Array.from({ length }, (_, index) => `\n.addNode("n${index}", f${index})`).join('');
    const graphOf = (length: number) => ({
      'a.js': `export const graph = new StateGraph(S)${chain(length)}.compile();\nfunction f149() {}\nfunction f900() {}`,
    });
    expect(await search(graphOf(150), node('n149'))).toEqual(['a.js: function f149() {}']);
    // The parser breaks longer chains up.
    expect(await search(graphOf(1000), node('n900'))).toEqual(['? a.js: function f900() {}']);
  });

  it('says the line and the column', async () => {
    const folder = await aFolder({
      'g.js': '\n  export const graph = new StateGraph(S).addNode("x", () => 1).compile();',
    });
    const modules = await readProjectModules(folder, 'g.js');
    expect(modules && findSource(folder, modules, { exported: 'graph', target: node('x') }).places).toEqual([
      expect.objectContaining({ file: 'g.js', line: 2, column: 55, isGuess: false }),
    ]);
  });
});

describe('A search', () => {
  it('ends soon where functions call each other in many ways', async () => {
    const returns = (name: string): string => `return ${name}(x); `.repeat(8);
    const graph = `
const builder = new StateGraph(State).addNode("search", search);
export const graph = builder.compile();
function search(x) { ${returns('narrow')} }
function narrow(x) { ${returns('search')} }
`;
    expect(await search({ 'graph.ts': graph }, node('search:inner'))).toEqual([]);
  });

  it('ends soon where files export all of each other', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `m${index}`);
    const all = names.map((name) => `export * from "./${name}";`).join('\n');
    const files = Object.fromEntries(names.map((name) => [`${name}.ts`, all]));
    const graph = `
import { missing } from "./m0";
export const graph = new StateGraph(State).addNode("a", missing).compile();
`;
    expect(await search({ 'graph.ts': graph, ...files }, node('a'))).toEqual([
      '? graph.ts: export const graph = new StateGraph(State).addNode("a", missing).compile();',
    ]);
  });

  it('ends soon where a class extends itself', async () => {
    const graph = `
class Nodes(Nodes, Nodes, Nodes):
    pass
graph = StateGraph(State).add_node("a", Nodes.a).compile()
`;
    expect(await search({ 'graph.py': graph }, node('a'))).toEqual([
      '? graph.py: graph = StateGraph(State).add_node("a", Nodes.a).compile()',
    ]);
  });

  it('looks at no more places of a name than it can list', async () => {
    const line = 'function plan() {}';
    const graph = `${`${line}\n`.repeat(20_000)}export const graph = missing;`;
    expect(await search({ 'graph.ts': graph }, node('plan'))).toHaveLength(20);
  });
});
