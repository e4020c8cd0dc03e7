import { RemoteGraphError, StreamError } from '../../errors.ts';
import type { WireInterrupt } from '../../http/api-types.ts';

/** The graph failed on the server. `errorName` and message are the graph's own. */
export class RemoteException extends StreamError {}

/**
 * Thrown to a surrounding local graph, so that it stops and waits as for its own interrupt. Recognized by
 * name (LangGraph's `isGraphInterrupt`), so this layer does not depend on LangGraph.
 */
export class GraphInterrupt extends RemoteGraphError {
  static readonly unminifiable_name = 'GraphInterrupt';
  readonly is_bubble_up = true;
  readonly interrupts: readonly WireInterrupt[];

  constructor(interrupts: readonly WireInterrupt[]) {
    super(JSON.stringify(interrupts, null, 2));
    this.name = 'GraphInterrupt';
    this.interrupts = interrupts;
  }

  get hint(): string {
    return 'Resume the parent graph with a `Command` that answers the interrupts.';
  }
}

/** Thrown to a local graph when the remote one steers its parent; recognized by name (`isParentCommand`). */
export class ParentCommand extends RemoteGraphError {
  static readonly unminifiable_name = 'ParentCommand';
  readonly is_bubble_up = true;
  readonly command: CommandForParent;

  constructor(command: CommandForParent) {
    super('The remote graph sent a command to its parent.');
    this.name = 'ParentCommand';
    this.command = command;
  }

  get hint(): string {
    return 'Use the remote graph as a node of its parent graph.';
  }
}

// A command as LangGraph applies it, by `lg_name` and `_updateAsTuples`.
export class CommandForParent {
  readonly lg_name = 'Command';
  /** Namespace of the task whose graph is addressed. */
  readonly graph: string;
  readonly update: unknown;
  readonly goto: readonly string[];
  readonly resume = undefined;

  constructor(graph: string, update: unknown, goto: readonly string[]) {
    this.graph = graph;
    this.update = update;
    this.goto = goto;
  }

  _updateAsTuples(): (readonly [string, unknown])[] {
    const { update } = this;
    if (update === null || update === undefined) return [];
    if (Array.isArray(update) && update.every(isTuple)) return update;
    if (typeof update === 'object' && !Array.isArray(update)) return Object.entries(update);
    return [['__root__', update]];
  }
}

function isTuple(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}
