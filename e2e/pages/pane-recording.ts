import type { JSHandle, Page } from 'playwright/test';

/** The texts of all panes at one moment; `null` where a pane shows nothing. */
export interface PaneSnapshot {
  /** Milliseconds since the recording started. */
  readonly atMs: number;
  /** Next to the thread in the top bar. */
  readonly topBar: string | null;
  /** The row of the selected thread in the list. */
  readonly threadRow: string | null;
  /** `data-status` of the run in the dock. */
  readonly dock: string | null;
  /** The dock says that there are no runs. */
  readonly dockEmpty: boolean;
  /** The composer's selected tab. */
  readonly composer: string | null;
  /** The inspector says that the thread never ran. */
  readonly inspectorNeverRan: boolean;
  /** The next nodes in the inspector. */
  readonly next: string | null;
  /** The history says that there are no checkpoints. */
  readonly historyEmpty: boolean;
  /** Rows of the history, newest first. */
  readonly history: readonly string[];
  /** `data-status` of each node of the graph, by ID. */
  readonly nodes: Readonly<Record<string, string>>;
}

/** Records all panes at every change of the document: a state visible for one frame counts. */
export async function recordPanes(page: Page): Promise<PaneRecording> {
  const handle = await page.evaluateHandle(() => {
    const startedAt = performance.now();
    const list: PaneSnapshot[] = [];
    const textOf = (element: Element | null | undefined): string | null => element?.textContent ?? null;
    const read = (): PaneSnapshot => {
      const chip = document.querySelector('header button[aria-label^="Thread: "]')?.parentElement;
      const history = document.querySelector('section[aria-label="Story"]');
      const inspector = document.querySelector('section[aria-label="State"]');
      const dock = document.querySelector('section[aria-label="Run"]');
      const nodes: Record<string, string> = {};
      for (const node of document.querySelectorAll<HTMLElement>('[data-testid^="node-"][data-status]')) {
        nodes[node.dataset['testid']?.slice(5) ?? ''] = node.dataset['status'] ?? '';
      }
      const row = document.querySelector(
        'section[aria-label="Threads"] [role="option"][aria-selected="true"]',
      );
      return {
        atMs: performance.now() - startedAt,
        topBar: chip && chip.children.length > 2 ? textOf(chip.lastElementChild) : null,
        threadRow: textOf(row?.querySelector('.visually-hidden')),
        dock: dock?.querySelector<HTMLElement>('[data-testid="run-status"]')?.dataset['status'] ?? null,
        dockEmpty: /No runs yet/.test(dock?.textContent ?? ''),
        composer: textOf(
          dock?.querySelector('[role="tablist"][aria-label="Composer"] [role="tab"][aria-selected="true"]'),
        ),
        inspectorNeverRan: /never run|No state yet/.test(inspector?.textContent ?? ''),
        next: textOf(inspector?.querySelector('[data-testid="state-next"]')),
        historyEmpty: /No checkpoints yet/.test(history?.textContent ?? ''),
        history: [...(history?.querySelectorAll('[data-testid="checkpoint-row"]') ?? [])].map(
          (one) => one.textContent ?? '',
        ),
        nodes,
      };
    };
    let last = '';
    const note = (): void => {
      const snapshot = read();
      const text = JSON.stringify({ ...snapshot, atMs: 0 });
      if (text === last) return;
      last = text;
      list.push(snapshot);
    };
    note();
    const observer = new MutationObserver(note);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    return { list, observer };
  });
  return {
    snapshots: () => handle.evaluate(({ list }) => list),
    async stop() {
      const list = await handle.evaluate(({ list: all, observer }) => {
        observer.disconnect();
        return all;
      });
      await (handle as JSHandle).dispose();
      return list;
    },
  };
}

export interface PaneRecording {
  readonly snapshots: () => Promise<readonly PaneSnapshot[]>;
  /** Stops and returns the recording. */
  readonly stop: () => Promise<readonly PaneSnapshot[]>;
}

/** Labels of the top bar for each status of the dock. */
const topBarLabels: Readonly<Record<string, readonly string[]>> = {
  starting: ['starting'],
  pending: ['queued'],
  running: ['running'],
  reconnecting: ['reconnecting'],
  waiting: ['interrupted'],
  paused: ['paused'],
  finished: ['finished'],
  failed: ['failed'],
  cancelled: ['cancelled'],
};

const underWay = ['starting', 'pending', 'running', 'reconnecting'];
const activeLabels = ['starting', 'queued', 'running', 'reconnecting'];

/** Contradictions within a snapshot, as sentences; empty if it is consistent. */
export function contradictions(snapshot: PaneSnapshot): string[] {
  const { topBar, dock, nodes, history } = snapshot;
  const differences: string[] = [];
  const isUnderWay =
    activeLabels.includes(topBar ?? '') || underWay.includes(dock ?? '') || nodesAre(nodes, 'running');
  const isKnown = isUnderWay || dock !== null;
  const say = (is: boolean, labels: string): void => {
    if (is) differences.push(labels);
  };
  say(isKnown && snapshot.dockEmpty, 'the dock says that nothing ran');
  say(isKnown && snapshot.inspectorNeverRan, 'the inspector says that the thread never ran');
  say(isKnown && snapshot.historyEmpty, 'the history says that there are no checkpoints');
  say(isKnown && topBar === 'idle', 'the top bar says that the thread is idle');
  say(isUnderWay && snapshot.threadRow === 'idle', 'the list says that the thread is idle');
  say(
    isUnderWay && /interrupted|paused/.test(snapshot.threadRow ?? ''),
    'the list says that the thread waits while it runs',
  );
  say(
    // While an answer is being sent, its card stays.
    isUnderWay && topBar !== 'starting' && ['Resume', 'Continue'].includes(snapshot.composer ?? ''),
    'the composer offers to resume a thread that runs',
  );
  say(isUnderWay && nodesAre(nodes, 'next'), 'a node is next while the run is under way');
  say(
    isUnderWay && history.slice(0, 1).some((row) => /\bwaits?\b/.test(row)),
    'the history says that a node waits while the run is under way',
  );
  say(
    isUnderWay && /finished/.test(snapshot.next ?? ''),
    'the inspector says that the graph is at its end while the run is under way',
  );
  if (dock !== null) {
    const labels = topBarLabels[dock];
    if (labels === undefined) differences.push(`the dock says ${dock}`);
    else if (!labels.includes(topBar ?? '')) differences.push(`the dock says ${dock}, the top bar ${topBar}`);
  }
  const isOver = dock !== null && !underWay.includes(dock);
  say(isOver && nodesAre(nodes, 'running'), 'a node runs though the run is over');
  say(isOver && nodesAre(nodes, 'queued'), 'a node is queued though the run is over');
  say(
    isOver && /running|active/.test(snapshot.threadRow ?? ''),
    'the list says that the thread runs though the run is over',
  );
  say(dock === 'waiting' && !nodesAre(nodes, 'waiting'), 'the run waits, and no node does');
  say(dock === 'finished' && nodesAre(nodes, 'waiting'), 'the run is finished, and a node waits');
  say(dock === 'finished' && nodesAre(nodes, 'failed'), 'the run is finished, and a node failed');
  return differences;
}

function nodesAre(nodes: PaneSnapshot['nodes'], status: string): boolean {
  return Object.values(nodes).includes(status);
}

/**
 * Snapshots in which a node is interrupted while a run is active: valid only until the interrupted run is
 * over.
 */
export function waitingWhileRunning(snapshots: readonly PaneSnapshot[]): readonly PaneSnapshot[] {
  return snapshots.filter(
    ({ topBar, nodes }) => activeLabels.includes(topBar ?? '') && nodesAre(nodes, 'waiting'),
  );
}

/** The statuses of the dock in order, without consecutive duplicates. */
export function dockStatuses(snapshots: readonly PaneSnapshot[]): string[] {
  const all = snapshots.flatMap(({ dock }) => dock ?? []);
  return all.filter((status, index) => status !== all[index - 1]);
}

/** All contradictions of a recording, with their times and snapshots. */
export function allContradictions(snapshots: readonly PaneSnapshot[]): string[] {
  return snapshots.flatMap((snapshot) =>
    contradictions(snapshot).map(
      (labels) =>
        `${Math.round(snapshot.atMs)} ms: ${labels} ${JSON.stringify({ ...snapshot, history: snapshot.history.slice(0, 2) })}`,
    ),
  );
}
