/** How the last of several calls is doing. `called`: a model asked for it, and nobody has answered yet. */
export type CallStatus = 'called' | 'running' | 'finished' | 'failed';

export interface ToolActivity {
  readonly name: string;
  readonly calls: number;
  readonly isAtLeast: boolean;
  /** Calls of the state are among them: also those of earlier turns, which the state does not tell apart. */
  readonly isInState: boolean;
  readonly status: CallStatus;
}

/** The subgraphs of one name that tools started: sub-agents. */
export interface SubAgentActivity {
  readonly name: string | null;
  readonly calls: number;
  readonly status: CallStatus;
  /** Milliseconds over all ended calls; `null` before the first. */
  readonly ms: number | null;
  /** The newest task inside it, for the Node tab. */
  readonly nodeId: string;
  readonly taskId: string;
  /** The ids of its tasks, for each call. */
  readonly taskIds: readonly ReadonlySet<string>[];
}

/** What a node that runs tools did for its agent. */
export interface AgentActivity {
  readonly tools: readonly ToolActivity[];
  readonly subAgents: readonly SubAgentActivity[];
}
