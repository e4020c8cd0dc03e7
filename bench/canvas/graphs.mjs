// Graphs as LangGraph servers send them, of any size: a flow of subgraphs and nodes with branches, joins,
// loops back and labelled conditions; some subgraphs hold another one. The same size always gives the same
// graph.

/**
 * @typedef {import('../../src/shared/model/graph.ts').GraphShape} GraphShape
 * @typedef {import('../../src/shared/model/graph.ts').GraphNode} GraphNode
 */

/** @param {number} size how many nodes, about @returns {GraphShape} */
export function graphOf(size) {
  const random = seeded(size);
  /** @type {GraphNode[]} */ const nodes = [];
  /** @type {GraphShape['edges'][number][]} */ const edges = [];
  const words = [
    'plan',
    'search',
    'draft',
    'review',
    'route',
    'tools',
    'agent',
    'check',
    'merge',
    'summarise',
  ];

  const add = (
    /** @type {string | null} */ parent,
    /** @type {string} */ name,
    /** @type {GraphNode['kind']} */ kind,
  ) => {
    const id = parent === null ? name : `${parent}:${name}`;
    nodes.push({ id, label: name, parent, kind, breakBefore: false, breakAfter: false });
    return id;
  };
  const link = (
    /** @type {string} */ source,
    /** @type {string} */ target,
    /** @type {string | null} */ label = null,
  ) => {
    const id = `${source}->${target}#${edges.length}`;
    edges.push({ id, source, target, conditional: label !== null, label: label === '' ? null : label });
  };
  // A flow: a chain with branches that join again and loops back. Gives where it begins and ends.
  const flow = (
    /** @type {number} */ length,
    /** @type {(at: number) => { first: string, last: string }} */ make,
  ) => {
    const parts = Array.from({ length }, (_, index) => make(index));
    let index = 0;
    while (index + 1 < length) {
      const from = /** @type {{ first: string, last: string }} */ (parts[index]);
      const width = Math.min(length - 1 - index, random() < 0.3 ? 2 + Math.floor(random() * 3) : 1);
      for (let next = index + 1; next <= index + width; next += 1) {
        link(from.last, parts[next]?.first ?? '', width > 1 ? (random() < 0.5 ? `to ${next}` : '') : null);
      }
      const join = parts[index + width + 1];
      if (join && width > 1)
        for (let next = index + 1; next < index + width; next += 1) link(parts[next]?.last ?? '', join.first);
      if (index > 1 && random() < 0.2)
        link(from.last, parts[index - 1 - Math.floor(random() * 2)]?.first ?? '', 'again');
      index += width;
    }
    return { first: parts[0]?.first ?? '', last: parts[length - 1]?.last ?? '' };
  };
  const cluster = (
    /** @type {string | null} */ parent,
    /** @type {number} */ at,
    /** @type {number} */ count,
  ) => {
    const id = add(parent, `${words[at % words.length]}_${at}`, 'subgraph');
    const inner = count > 14 ? 5 : 0;
    return flow(count - (inner > 0 ? inner : 0), (step) => {
      if (inner > 0 && step === 3) {
        const deep = add(id, `deep_${step}`, 'subgraph');
        return flow(inner, (nth) => single(deep, nth));
      }
      return single(id, step);
    });
  };
  const single = (/** @type {string | null} */ parent, /** @type {number} */ at) => {
    const id = add(
      parent,
      `${words[at % words.length]}_${at}`,
      at % 7 === 3 ? 'tool' : at % 7 === 5 ? 'model' : 'plain',
    );
    return { first: id, last: id };
  };

  const perCluster = 18;
  const clusters = Math.max(1, Math.round(size / (perCluster + 3)));
  const lanes = Math.max(1, Math.round(Math.sqrt(clusters / 0.6)));
  const start = add(null, '__start__', 'start');
  const router = add(null, 'router', 'plain');
  link(start, router);
  const collect = add(null, 'collect', 'plain');
  let made = 0;
  for (let lane = 0; lane < lanes; lane += 1) {
    const count = Math.round((clusters * (lane + 1)) / lanes) - made;
    const from = made * 2;
    made += count;
    if (count === 0) continue;
    const all = flow(count * 2, (at) =>
      at % 2 === 0 ? cluster(null, from + at, perCluster) : single(null, from + at),
    );
    link(router, all.first, lanes > 1 ? `lane ${lane}` : null);
    link(all.last, collect);
  }
  const end = add(null, '__end__', 'end');
  link(collect, end);
  return { nodes, edges, depth: 2 };
}

/** @param {number} seed */
function seeded(seed) {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
