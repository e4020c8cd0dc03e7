import { relative, sep } from 'node:path';
import type { SourcePlace, SourcePlaces, SourceTarget } from '../../shared/model/source.ts';
import { escapeControls } from '../logging/escape-controls.ts';
import { exactPlace, functionPlace, packageOf, type Place } from './action-place.ts';
import {
  calleeName,
  graphCallsOf,
  graphOf,
  isSameGraph,
  type EdgeCall,
  type GraphSource,
  type NodeCall,
} from './graph-calls.ts';
import type { Module, ProjectModules } from './project-modules.ts';
import { resolveExport, textOf, type Meaning } from './resolve-name.ts';
import type { Definition, Expression } from './module-syntax.ts';
import { toolPlaces } from './tool-places.ts';

const maxPlaces = 20;
// Several places may be on one line, which is listed once.
const maxCandidates = 200;
const maxLineLength = 200;

interface Search {
  readonly modules: readonly Module[];
  readonly nodes: readonly NodeCall[];
  readonly edges: readonly EdgeCall[];
  // The graph that langgraph.json names; `null` if it can't be followed.
  readonly top: GraphSource | null;
  readonly exported: Meaning | null;
}

/** Finds a node, an edge or a tool of a graph in the source. Runs nothing. `exported`: the graph's name in its file. */
export function findSource(
  folder: string,
  { entry, all, isCut }: ProjectModules,
  { exported, target }: { readonly exported: string; readonly target: SourceTarget },
): SourcePlaces {
  const calls = all.map(graphCallsOf);
  const meaning = resolveExport(entry, exported);
  const search: Search = {
    modules: all,
    nodes: calls.flatMap(({ nodes }) => nodes),
    edges: calls.flatMap(({ edges }) => edges),
    exported: meaning,
    top: meaning === null ? null : graphOfMeaning(meaning),
  };
  const targetPlaces =
    target.kind === 'node'
      ? findNode(search, target.nodeId)
      : target.kind === 'edge'
        ? findEdge(search, target.source, target.target)
        : findTool(search, target.name);
  const certainFirst = targetPlaces.toSorted((a, b) => Number(a.isGuess) - Number(b.isGuess));
  const candidates = certainFirst.slice(0, maxCandidates).map((place) => toSourcePlace(folder, place));
  const places = distinct(candidates).slice(0, maxPlaces);
  const isRead = isCut ? ' Not all of its files could be read.' : '';
  const note = `Not found in the files of the graph.${isRead} It may be made while the program runs, or by a package.`;
  return { places, note: places.length > 0 ? null : note };
}

function graphOfMeaning(meaning: Meaning): GraphSource | null {
  if (meaning.kind !== 'defined') return null;
  const { module, name, from, value } = meaning;
  const named: Expression | null =
    name === null || meaning.isOnly ? value : { kind: 'name', name, from, to: from };
  return named ? graphOf({ module, value: named }) : null;
}

function findNode(search: Search, nodeId: string): Place[] {
  const segments = nodeId.split(':');
  const name = segments.at(-1) ?? nodeId;
  const graph = graphAt(search, segments.slice(0, -1));
  if (graph) {
    const places =
      graph.kind === 'agent'
        ? agentNode(search, graph, name)
        : nodesNamed(search, graph, name).map(nodePlace);
    if (places.length > 0) return places;
  }
  const functional = [...functionalPlaces(search, name)];
  if (functional.length > 0) return functional;
  const entryPoint = entryPointPlace(search);
  if (entryPoint) return [entryPoint];
  return guesses(search, graph, name);
}

// The graph in which a node is, by the nodes around it.
function graphAt(search: Search, containers: readonly string[]): GraphSource | null {
  let graph = search.top;
  for (const container of containers) {
    const [call] = graph ? nodesNamed(search, graph, container) : [];
    graph = call?.action ? (graphOf({ module: call.module, value: call.action }) ?? calledGraph(call)) : null;
  }
  return graph;
}

// The subgraph that the function of a node calls.
function calledGraph({ module, action }: NodeCall): GraphSource | null {
  const place = action ? functionPlace({ module, value: action }) : null;
  if (!place) return null;
  const bodies = place.module.syntax.definitions.filter(
    ({ from, value }) => from === place.position && value?.kind === 'function',
  );
  const body = bodies[0]?.value ?? action;
  for (const call of place.module.syntax.calls) {
    const { callee } = call;
    if (!body || call.from < body.from || call.to > body.to || callee.kind !== 'member') continue;
    if (!/^(a?invoke|a?stream)$/.test(callee.property)) continue;
    const graph = graphOf({ module: place.module, value: callee.object });
    if (graph) return graph;
  }
  return null;
}

function nodesNamed({ nodes }: Search, graph: GraphSource, name: string): NodeCall[] {
  return nodes.filter((node) => node.name === name && isSameGraph(node.graph, graph));
}

function nodePlace({ module, action, from }: NodeCall): Place {
  if (!action) return exactPlace(module, from, 'The node is added here.');
  const located = { module, value: action };
  const place = functionPlace(located);
  if (place) return place;
  const graph = graphOf(located);
  if (graph) return exactPlace(graph.module, graph.call.from, 'Its graph is made here.');
  const origin = packageOf(located);
  if (origin !== null)
    return exactPlace(
      module,
      from,
      `The node is added here. What it runs comes from the package “${escapeControls(origin)}”.`,
    );
  const reason = 'The node is added here. Its function was not found.';
  return { module, position: from, isGuess: true, reason };
}

// A node of createAgent, which has no line of its own.
function agentNode({ modules }: Search, { module, call }: GraphSource, name: string): Place[] {
  const maker = calleeName(call) ?? '';
  const options = new Map(call.keywords);
  for (const arg of call.args) {
    if (arg.kind !== 'record') continue;
    for (const { key, value } of arg.entries) if (key !== null) options.set(key, value);
  }
  const option = (key: string): Expression | undefined =>
    options.get(key) ?? options.get(key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  const made = `${maker} makes this node.`;
  if (name === 'tools') {
    const tools = option('tools') ?? (maker.startsWith('create_') ? call.args[1] : undefined);
    return [
      exactPlace(
        module,
        tools?.from ?? call.from,
        tools ? `${maker} makes this node from these tools.` : made,
      ),
    ];
  }
  const [hook = name] = name.split('.');
  const value = option(hook);
  const hookPlace = value ? functionPlace({ module, value }) : null;
  if (hookPlace) return [hookPlace];
  if (name.includes('.')) {
    const middleware = definitionsNamed(modules, hook);
    if (middleware.length > 0)
      return middleware.map((place) => ({ ...place, reason: 'The middleware of the node.' }));
    const list = option('middleware');
    if (list) return [exactPlace(module, list.from, `${maker} makes this node from this middleware.`)];
  }
  return [exactPlace(module, call.from, made)];
}

// Entry points and tasks of the functional API.
function* functionalPlaces({ modules }: Search, name: string): Generator<Place> {
  const isMaker = (maker: string | null): boolean => maker === 'entrypoint' || maker === 'task';
  for (const module of modules) {
    for (const definition of module.syntax.definitions) {
      for (const decorator of definition.decorators) {
        const maker =
          decorator.kind === 'name'
            ? decorator.name
            : decorator.kind === 'call'
              ? calleeName(decorator)
              : null;
        const named = decorator.kind === 'call' ? decorator.keywords.get('name') : undefined;
        const itsName = named ? textOf({ module, value: named }) : definition.name;
        if (isMaker(maker) && itsName === name) yield exactPlace(module, definition.from, 'Its function.');
      }
    }
    for (const call of module.syntax.calls) {
      const [options, action] = call.args;
      if (!options || !action || !isMaker(calleeName(call))) continue;
      const named =
        options.kind === 'record' ? options.entries.find(({ key }) => key === 'name')?.value : options;
      if (!named || textOf({ module, value: named }) !== name) continue;
      yield functionPlace({ module, value: action }) ?? exactPlace(module, call.from, 'It is made here.');
    }
  }
}

// The only node of a graph whose entry point has another name.
function entryPointPlace({ exported }: Search): Place | null {
  if (exported?.kind !== 'defined' || exported.value?.kind !== 'call') return null;
  if (calleeName(exported.value) !== 'entrypoint') return null;
  const reason = 'The entry point of the graph. It has another name here.';
  return { module: exported.module, position: exported.from, isGuess: true, reason };
}

function guesses({ nodes, modules, top }: Search, graph: GraphSource | null, name: string): Place[] {
  const elsewhere = nodes.filter((node) => node.name === name);
  if (elsewhere.length > 0) {
    return elsewhere.map((node) => {
      const { reason, ...place } = nodePlace(node);
      const why =
        node.graph === null || top === null
          ? 'A node with this name. Which graph it is added to is not known.'
          : 'A node with this name in another graph.';
      return { ...place, isGuess: true, reason: `${why} ${reason}` };
    });
  }
  const computed = nodes.filter(
    (node) => node.name === null && (graph === null || node.graph === null || isSameGraph(node.graph, graph)),
  );
  return [
    ...definitionsNamed(modules, name).map((place) => ({
      ...place,
      isGuess: true,
      reason: 'A function with this name. It may not be the node.',
    })),
    ...computed.map(({ module, from }) => ({
      module,
      position: from,
      isGuess: true,
      reason: 'Nodes whose names are computed are added here.',
    })),
  ];
}

function findEdge(search: Search, sourceId: string, targetId: string): Place[] {
  const [sources, targets] = [sourceId.split(':'), targetId.split(':')];
  let shared = 0;
  while (shared < Math.min(sources.length, targets.length) - 1 && sources[shared] === targets[shared])
    shared += 1;
  const [source = '', target = ''] = [sources[shared], targets[shared]];
  const graph = graphAt(search, sources.slice(0, shared));
  if (graph?.kind === 'agent')
    return [exactPlace(graph.module, graph.call.from, `${calleeName(graph.call) ?? ''} makes this edge.`)];
  const ofSource = search.edges.filter((edge) => edge.source === source);
  const here = ofSource.filter((edge) => graph !== null && isSameGraph(edge.graph, graph));
  const certain = edgePlaces(here, target);
  if (certain.length > 0) return certain;
  const reason = 'An edge between nodes with these names. Which graph it belongs to is not known.';
  const elsewhere = edgePlaces(ofSource, target).map((place) => ({ ...place, isGuess: true, reason }));
  if (elsewhere.length > 0) return elsewhere;
  return findNode(search, [...sources.slice(0, shared), source].join(':')).map((place) => ({
    ...place,
    isGuess: true,
    reason: 'No line adds this edge. The node itself may choose where the run goes next.',
  }));
}

function edgePlaces(edges: readonly EdgeCall[], target: string): Place[] {
  const direct = edges.filter((edge) => edge.target === target);
  if (direct.length > 0)
    return direct.map(({ module, from }) => exactPlace(module, from, 'The edge is added here.'));
  return edges.flatMap(({ module, from, router }) => {
    if (!router) return [];
    const place = functionPlace({ module, value: router });
    const added = exactPlace(module, from, 'The conditional edges are added here.');
    return place ? [{ ...place, reason: 'The function that decides.' }, added] : [added];
  });
}

function findTool({ modules }: Search, name: string): Place[] {
  const places = toolPlaces(modules, name);
  if (places.length > 0) return places;
  const reason = 'A function with this name. It may not be the tool.';
  return definitionsNamed(modules, name).map((place) => ({ ...place, isGuess: true, reason }));
}

// Functions and classes, with `plan_trip` the same as `planTrip`.
function definitionsNamed(modules: readonly Module[], name: string): Place[] {
  const normalizeName = (text: string): string => text.replaceAll(/[-_\s]/g, '').toLowerCase();
  const wantedName = normalizeName(name);
  return modules.flatMap((module) =>
    module.syntax.definitions
      .filter((one) => isCode(one) && normalizeName(one.name) === wantedName)
      .map(({ from }) => exactPlace(module, from, '')),
  );
}

function isCode({ value }: Definition): boolean {
  return value?.kind === 'function' || value?.kind === 'class';
}

function toSourcePlace(folder: string, { module, position, isGuess, reason }: Place): SourcePlace {
  const { text, path } = module;
  const start = text.lastIndexOf('\n', position - 1) + 1;
  const end = text.indexOf('\n', position);
  const line = text.slice(start, end === -1 ? undefined : end).trim();
  return {
    file: relative(folder, path).split(sep).join('/'),
    line: text.slice(0, start).split('\n').length,
    column: position - start + 1,
    isGuess,
    reason,
    text: escapeControls(line.slice(0, maxLineLength)),
  };
}

function distinct(places: readonly SourcePlace[]): SourcePlace[] {
  const keys = places.map(({ file, line }) => `${file}:${line}`);
  return places.filter((_, index) => {
    const first = keys.indexOf(keys[index] ?? '');
    return first === index;
  });
}
