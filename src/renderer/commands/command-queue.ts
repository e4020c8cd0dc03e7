import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { InputSource } from '../../shared/model/inputs/input-file.ts';
import type { StartedRun } from '../../shared/model/runs/run.ts';

interface ThreadRef {
  readonly connectionId: string;
  readonly threadId: string;
}

/** The answers of a thread in one of the panes that show them, which may be mounted at the same time. */
interface AnswerPaneRef extends ThreadRef {
  readonly paneId: string;
}

/** What one part of the window asks of another: a palette entry, a key, a menu item or a link of a pane. */
export type Command =
  | { readonly type: 'find-node' }
  /** Expands what hides a node, selects it and scrolls to it. */
  | { readonly type: 'go-to-node'; readonly nodeId: string }
  /** Opens the breakpoints of the graph, or those of a node. */
  | { readonly type: 'edit-breakpoints'; readonly nodeId: string | null }
  /** Shows the selected node in the inspector. */
  | { readonly type: 'inspect-node' }
  /** Steps along the branch of the selected checkpoint: -1 is older, 1 is newer. */
  | ({ readonly type: 'step-checkpoint'; readonly by: -1 | 1 } & ThreadRef)
  /** Compares the inspected state with another checkpoint. */
  | ({
      readonly type: 'compare-checkpoint';
      readonly other: 'parent' | 'latest' | `at ${string}`;
    } & ThreadRef)
  /**
   * Edits the inspected state. `asNode`: the node to write as; `null` leaves the choice. `message`: the
   * message to edit first, by its list and its id (`null`: none); without one the edit opens as JSON.
   */
  | ({
      readonly type: 'edit-state';
      readonly asNode: string | null;
      readonly message: { readonly key: string; readonly id: string | null } | null;
    } & ThreadRef)
  /** Displays a checkpoint of the selected thread; `inner`: one of a subgraph that its tasks ran. */
  | ({
      readonly type: 'open-checkpoint';
      readonly checkpointId: string;
      readonly inner: { readonly checkpointNs: string; readonly checkpointId: string } | null;
    } & ThreadRef)
  /** Asks for a name, and saves what a run, a node or a checkpoint began with as an input. */
  | { readonly type: 'add-input'; readonly connectionId: string; readonly source: InputSource }
  /** Records a thread or one of its runs, and offers to save it. */
  | ({ readonly type: 'save-recording'; readonly runId: string | null } & ThreadRef)
  /** Asks for a file with a recording. */
  | { readonly type: 'open-recording' }
  /** Offers to make a thread anew on a server. */
  | {
      readonly type: 'clone-thread';
      readonly source: ThreadRef;
      readonly title: string;
      readonly graphId: string | null;
    }
  /** Says what changed since the last successful run of the same graph. */
  | ({ readonly type: 'what-changed'; readonly runId: string } & ThreadRef)
  /** Shows a run in the dock as if it had been started there. */
  | { readonly type: 'show-run'; readonly connectionId: string; readonly run: StartedRun }
  /**
   * Brings an interrupt's card into view and focuses it. `nodeId` may be a subgraph around the interrupted
   * node. `threadId: null` is the displayed thread; `interruptId: null` the first interrupt of the node.
   */
  | {
      readonly type: 'focus-interrupt';
      readonly threadId: string | null;
      readonly nodeId: string;
      readonly interruptId: string | null;
    }
  /** Chooses an option of an interrupt's answer by its number, from 0. */
  | ({ readonly type: 'choose-answer'; readonly interruptId: string; readonly index: number } & AnswerPaneRef)
  /** Focuses the answer field of an interrupt. */
  | ({ readonly type: 'write-answer'; readonly interruptId: string } & AnswerPaneRef)
  /** Sends a thread's answers that are ready. */
  | ({ readonly type: 'send-answers' } & AnswerPaneRef)
  /** Selects a project in Projects. */
  | { readonly type: 'show-project'; readonly projectId: string }
  /** Opens the search for servers on this computer. */
  | { readonly type: 'find-servers' }
  /** Asks for a file of servers. */
  | { readonly type: 'import-servers' }
  /** Saves the servers as a file, without secrets. */
  | { readonly type: 'export-servers' }
  /** Focuses what reads keys from an environment, in the dialog that adds a server. */
  | { readonly type: 'import-env' }
  /** Scrolls a tree to one of its values. Trees are many, so each has an id. */
  | { readonly type: 'reveal-value'; readonly treeId: string; readonly index: number };

export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { readonly type: T }>;

/** Gives up after this time in milliseconds, so that a pane that loads late can't steal the focus. */
const timeoutMs = 15_000;

/** Commands that no pane has taken yet, oldest first. */
const queue = createStore<readonly Command[]>(() => []);

/**
 * Hands a command to the pane that handles it. If none is mounted yet, or it is still loading, the command waits.
 * Returns a function that withdraws it while it waits.
 */
export function dispatch(command: Command): () => void {
  // A new object for each dispatch, so that a repeated command is another one.
  const own = { ...command };
  queue.setState([...queue.getState(), own], true);
  setTimeout(() => takeCommand(own), timeoutMs);
  return () => void takeCommand(own);
}

/** Removes a pending command. `false` if it was taken before: then it must not be carried out again. */
export function takeCommand(command: Command): boolean {
  const pending = queue.getState();
  if (!pending.includes(command)) return false;
  queue.setState(
    pending.filter((other) => other !== command),
    true,
  );
  return true;
}

/** The oldest pending command of a type, for components that have to show what it is for before it can be taken. */
export function usePendingCommand<T extends CommandType>(
  type: T,
  accepts: (command: CommandOf<T>) => boolean = acceptAll,
): CommandOf<T> | null {
  return useStore(
    queue,
    (pending) =>
      pending.find((command): command is CommandOf<T> => isOfType(command, type) && accepts(command)) ?? null,
  );
}

/**
 * Carries out the commands of a type that are meant for this component, each once, in their order, and one
 * per render: the next one sees the effect of the last one. `accepts`: other commands stay pending.
 */
export function useCommandHandler<T extends CommandType>(
  type: T,
  handler: (command: CommandOf<T>) => void,
  accepts: (command: CommandOf<T>) => boolean = acceptAll,
): void {
  const command = usePendingCommand(type, accepts);
  const onCommand = useEffectEvent(handler);
  useEffect(() => {
    if (command !== null && takeCommand(command)) onCommand(command);
  }, [command]);
}

function isOfType<T extends CommandType>(command: Command, type: T): command is CommandOf<T> {
  return command.type === type;
}

function acceptAll(): boolean {
  return true;
}
