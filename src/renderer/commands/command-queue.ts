import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { InputSource } from '../../shared/model/input-file.ts';
import type { SourceEntry, SourceGraph } from '../../shared/model/source.ts';
import type { StartedRun } from '../../shared/model/run.ts';

interface ThreadRef {
  readonly connectionId: string;
  readonly threadId: string;
}

// The answers of a thread in one of the panes that show them, which may be mounted at the same time.
interface AnswerPaneRef extends ThreadRef {
  readonly paneId: string;
}

/** What one part of the window asks of another: a palette entry, a key, a menu item or a link of a pane. */
export type Command =
  | { readonly type: 'find-node' }
  | { readonly type: 'focus-runs'; readonly part: 'rows' | 'search' }
  | { readonly type: 'go-to-node'; readonly nodeId: string }
  | { readonly type: 'edit-breakpoints'; readonly nodeId: string | null }
  /** Opens the dialog of a node's pinned output. */
  | { readonly type: 'edit-pin'; readonly nodeId: string }
  | { readonly type: 'inspect-node' }
  /** Opens the chat in the dock, where a message can be written at once. */
  | { readonly type: 'focus-chat' }
  | ({ readonly type: 'step-checkpoint'; readonly by: -1 | 1 } & ThreadRef)
  | ({
      readonly type: 'compare-checkpoint';
      readonly other: 'parent' | 'latest' | `at ${string}`;
    } & ThreadRef)
  /**
   * Edits a state. `checkpointNs`: the namespace of the state, `''` for the thread's own; `null` edits the one that the inspector
   * shows. `asNode`: the node to write as; `null` leaves the choice. `message`: the message to edit first, by its list
   * and its id (`null`: none); without one the edit opens as JSON.
   */
  | ({
      readonly type: 'edit-state';
      readonly checkpointNs: string | null;
      readonly asNode: string | null;
      readonly message: { readonly key: string; readonly id: string | null } | null;
    } & ThreadRef)
  | ({
      readonly type: 'open-checkpoint';
      readonly checkpointId: string;
      readonly inner: { readonly checkpointNs: string; readonly checkpointId: string } | null;
    } & ThreadRef)
  | { readonly type: 'add-input'; readonly connectionId: string; readonly source: InputSource }
  | ({ readonly type: 'save-recording'; readonly runId: string | null } & ThreadRef)
  | { readonly type: 'open-recording' }
  | { readonly type: 'open-recording-address' }
  | {
      readonly type: 'clone-thread';
      readonly source: ThreadRef;
      readonly title: string;
      readonly graphId: string | null;
    }
  | ({ readonly type: 'thread-storage'; readonly title: string } & ThreadRef)
  | ({ readonly type: 'what-changed'; readonly runId: string } & ThreadRef)
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
  | ({ readonly type: 'choose-answer'; readonly interruptId: string; readonly index: number } & AnswerPaneRef)
  | ({ readonly type: 'write-answer'; readonly interruptId: string } & AnswerPaneRef)
  | ({ readonly type: 'send-answers' } & AnswerPaneRef)
  | { readonly type: 'show-project'; readonly projectId: string }
  /** Opens the source of the entry, or lists what it may be if there are several. */
  | ({
      readonly type: 'open-source';
      readonly title: string;
      readonly entries: readonly SourceEntry[];
    } & SourceGraph)
  | { readonly type: 'find-servers' }
  | { readonly type: 'import-servers' }
  | { readonly type: 'export-servers' }
  | { readonly type: 'import-env' }
  /** Scrolls a tree to one of its values. Trees are many, so each has an id. */
  | { readonly type: 'reveal-value'; readonly treeId: string; readonly index: number };

export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { readonly type: T }>;

// Gives up after this time in milliseconds, so that a pane that loads late can't steal the focus.
const timeoutMs = 15_000;

// Commands that no pane has taken yet, oldest first.
const queue = createStore<readonly Command[]>(() => []);

/**
 * Hands a command to the pane that handles it. If none is mounted yet, or it is still loading, the command waits.
 * Returns a function that withdraws it while it waits.
 */
export function dispatch(command: Command): () => void {
  // A new object for each dispatch, so that a repeated command is another one.
  const copy = { ...command };
  queue.setState([...queue.getState(), copy], true);
  setTimeout(() => takeCommand(copy), timeoutMs);
  return () => void takeCommand(copy);
}

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
