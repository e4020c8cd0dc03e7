import type { CallName } from '../../shared/model/missing-feature.ts';

/** The palette, the shortcuts dialog and the app menu list commands under these headings, in this order. */
export const commandGroups = [
  'Run',
  'Breakpoints',
  'State',
  'Graph',
  'Go to',
  'View',
  'Server',
  'Help',
] as const;
export type CommandGroup = (typeof commandGroups)[number];

export interface CommandDefinition {
  readonly title: string;
  readonly group: CommandGroup;
  readonly keys?: string;
  /** Opens the dock first, where what it does is seen. */
  readonly inDock?: true;
  readonly changesServer?: true;
  /** The call of the back end that it makes: where the server lacks it, or the member may not make it, the command is disabled. */
  readonly call?: CallName;
}

// The commands of the command palette (Cmd+K), the app menu and the keybindings. To add a command, first
// give it an entry here; CONTRIBUTING.md (How to add) lists the other steps.
const commands = {
  'run.continue': {
    title: 'Continue',
    group: 'Run',
    keys: 'F5',
    inDock: true,
    changesServer: true,
    call: 'runs.start',
  },
  'run.resume': {
    title: 'Resume with the answers',
    group: 'Run',
    keys: 'F5',
    inDock: true,
    changesServer: true,
    call: 'runs.start',
  },
  'run.answer': {
    title: 'Answer the next interrupt',
    group: 'Run',
    keys: 'F5',
    inDock: true,
    changesServer: true,
    call: 'runs.start',
  },
  'run.start': {
    title: 'Run',
    group: 'Run',
    keys: 'F5',
    inDock: true,
    changesServer: true,
    call: 'runs.start',
  },
  'run.step': {
    title: 'Step',
    group: 'Run',
    keys: 'F10',
    inDock: true,
    changesServer: true,
    call: 'runs.start',
  },
  'run.stop': {
    title: 'Stop',
    group: 'Run',
    keys: 'Shift+F5',
    inDock: true,
    changesServer: true,
    call: 'runs.cancel',
  },
  'run.retry': {
    title: 'Run the failed nodes again',
    group: 'Run',
    inDock: true,
    changesServer: true,
    call: 'runs.start',
  },
  'run.play-back': { title: 'Play back run', group: 'Run', inDock: true },
  'run.preview': { title: 'Preview the request', group: 'Run', inDock: true },
  'run.focus': { title: 'Go to the main action', group: 'Run', keys: 'g g' },

  'breakpoint.before': { title: 'Toggle breakpoint before node', group: 'Breakpoints', keys: 'F9' },
  'breakpoint.after': { title: 'Toggle breakpoint after node', group: 'Breakpoints', keys: 'Shift+F9' },
  'breakpoint.edit': { title: 'Edit breakpoint at node', group: 'Breakpoints', keys: 'Mod+F9' },
  'breakpoint.enable': { title: 'Enable or disable breakpoints at node', group: 'Breakpoints' },
  'breakpoint.list': { title: 'Show breakpoints', group: 'Breakpoints', keys: 'g b' },
  'breakpoint.enable-all': { title: 'Disable all breakpoints', group: 'Breakpoints' },
  'breakpoint.clear': { title: 'Clear all breakpoints', group: 'Breakpoints' },

  'pin.output': { title: 'Pin this output', group: 'State' },
  'pin.edit': { title: 'Pin an output at node', group: 'State' },
  'pin.remove': { title: 'Unpin node', group: 'State' },
  'pin.clear': { title: 'Unpin all nodes', group: 'State' },

  'node.show': { title: 'Show what the selected node did', group: 'State', keys: 'i' },
  'node.open-source': { title: 'Open source of the selected node', group: 'State', keys: 'o' },
  'node.run-again': {
    title: 'Run the displayed node again',
    group: 'State',
    changesServer: true,
    call: 'runs.start',
  },
  'node.edit-input': {
    title: 'Edit the input of the displayed node',
    group: 'State',
    changesServer: true,
    call: 'threads.updateState',
  },
  'node.add-input': {
    title: 'Add the input of the displayed node to inputs',
    group: 'State',
    call: 'inputs.save',
  },
  'run.add-input': {
    title: 'Add the input of the displayed run to inputs',
    group: 'State',
    call: 'inputs.save',
  },
  'checkpoint.add-input': {
    title: 'Add the displayed checkpoint to inputs',
    group: 'State',
    call: 'inputs.save',
  },
  'state.edit': {
    title: 'Edit state',
    group: 'State',
    keys: 'e',
    changesServer: true,
    call: 'threads.updateState',
  },
  'state.compare-previous': { title: 'Compare with previous checkpoint', group: 'State', keys: 'd' },
  'state.compare-latest': { title: 'Compare with latest checkpoint', group: 'State' },
  'run.what-changed': { title: 'What changed since the last successful run?', group: 'State' },
  'compare.checkpoint': { title: 'Compare this checkpoint with…', group: 'State' },
  'compare.run': { title: 'Compare this run with…', group: 'State' },
  'compare.turn': { title: 'Compare this turn with…', group: 'State' },
  'compare.thread': { title: 'Compare this thread with…', group: 'State' },
  'compare.node': { title: 'Compare what this node did with…', group: 'State' },
  'compare.assistant': { title: 'Compare this assistant with…', group: 'State' },
  'compare.swap': { title: 'Swap sides of the comparison', group: 'State' },
  'compare.clear': { title: 'Clear compare tray', group: 'State' },
  'compare.next-difference': { title: 'Next difference', group: 'State', keys: 'F7' },
  'compare.previous-difference': { title: 'Previous difference', group: 'State', keys: 'Shift+F7' },
  'compare.next-step': { title: 'Next step', group: 'State', keys: 'F8' },
  'compare.previous-step': { title: 'Previous step', group: 'State', keys: 'Shift+F8' },
  'compare.layout': { title: 'Show the comparison side by side', group: 'State' },
  'checkpoint.previous': { title: 'Previous checkpoint', group: 'State', keys: '[' },
  'checkpoint.next': { title: 'Next checkpoint', group: 'State', keys: ']' },
  'checkpoint.latest': { title: 'Latest checkpoint', group: 'State' },

  'graph.find': { title: 'Find node in graph', group: 'Graph', keys: '/' },
  'graph.fit': { title: 'Fit graph', group: 'Graph', keys: 'f' },
  'graph.show-all': { title: 'Show whole graph', group: 'Graph', keys: 'F' },
  'graph.follow': { title: 'Follow run', group: 'Graph' },
  'graph.zoom-in': { title: 'Zoom in on the graph', group: 'Graph', keys: '+' },
  'graph.zoom-out': { title: 'Zoom out of the graph', group: 'Graph', keys: '-' },
  'graph.xray-more': { title: 'X-ray: one level more', group: 'Graph', keys: 'x' },
  'graph.xray-less': { title: 'X-ray: one level less', group: 'Graph', keys: 'X' },
  'graph.xray-all': { title: 'X-ray: all levels', group: 'Graph' },
  'graph.direction': { title: 'Change direction of layout', group: 'Graph' },
  'graph.export-png': { title: 'Export graph as PNG image', group: 'Graph' },
  'graph.export-svg': { title: 'Export graph as SVG image', group: 'Graph' },
  'graph.export-mermaid': { title: 'Export graph as Mermaid flowchart', group: 'Graph' },
  'graph.export-json': { title: 'Export graph as JSON', group: 'Graph' },

  'thread.new': {
    title: 'New thread',
    group: 'Go to',
    keys: 'n',
    changesServer: true,
    call: 'threads.create',
  },
  'thread.close': { title: 'Close thread', group: 'Go to' },
  'thread.clone': { title: 'Clone thread to a server', group: 'Go to', call: 'clones.start' },
  'thread.storage': { title: 'Storage of the thread', group: 'Go to', call: 'threads.storage' },
  'thread.record': { title: 'Save recording of the thread', group: 'Go to', call: 'recordings.copy' },
  'run.record': { title: 'Save recording of the displayed run', group: 'Go to', call: 'recordings.copy' },
  'thread.open-window': { title: 'Open thread in new window', group: 'Go to' },
  'server.open-window': { title: 'Open server in new window', group: 'Go to' },
  'thread.copy-id': { title: 'Copy thread ID', group: 'Go to' },
  'assistant.new': { title: 'New assistant', group: 'Go to', changesServer: true, call: 'assistants.create' },
  'assistant.edit': {
    title: 'Edit assistant',
    group: 'Go to',
    changesServer: true,
    call: 'assistants.update',
  },
  'assistant.copy': {
    title: 'Copy assistant',
    group: 'Go to',
    changesServer: true,
    call: 'assistants.create',
  },
  'assistant.versions': { title: 'Show versions of assistant', group: 'Go to' },
  'assistant.delete': {
    title: 'Delete assistant',
    group: 'Go to',
    changesServer: true,
    call: 'assistants.delete',
  },
  'assistant.copy-id': { title: 'Copy assistant ID', group: 'Go to' },
  'link.copy-server': { title: 'Copy link to server', group: 'Go to' },
  'link.copy-assistant': { title: 'Copy link to assistant', group: 'Go to' },
  'link.copy-thread': { title: 'Copy link to thread', group: 'Go to' },
  'link.copy-checkpoint': { title: 'Copy link to checkpoint', group: 'Go to' },
  'link.copy-node': { title: 'Copy link to node', group: 'Go to' },
  'show.threads': { title: 'Go to threads', group: 'Go to', keys: 'g t' },
  'show.assistants': { title: 'Go to assistants', group: 'Go to', keys: 'g a' },
  'show.inbox': { title: 'Go to the inbox', group: 'Go to', keys: 'g i' },
  'runs.search': { title: 'Search runs', group: 'Go to', keys: '/' },
  'show.runs': { title: 'Go to runs', group: 'Go to', keys: 'g u' },
  'show.inputs': { title: 'Go to inputs', group: 'Go to', keys: 'g n', call: 'experiments.list' },
  'show.compare': { title: 'Go to compare', group: 'Go to', keys: 'g d' },
  'show.memory': { title: 'Go to memory', group: 'Go to', keys: 'g m' },
  'show.crons': { title: 'Go to crons', group: 'Go to', keys: 'g c' },
  'show.webhooks': { title: 'Go to webhooks', group: 'Go to', keys: 'g w' },
  'show.projects': { title: 'Go to projects', group: 'Go to', keys: 'g p', call: 'projects.start' },
  'show.servers': { title: 'Go to servers', group: 'Go to', keys: 'g s' },

  'view.palette': { title: 'Search or run a command', group: 'View', keys: 'Mod+K' },
  'view.shortcuts': { title: 'Show keyboard shortcuts', group: 'View', keys: '?' },
  'view.prices': { title: 'Edit model prices', group: 'View', call: 'prices.save' },
  'view.editor': { title: 'Choose editor', group: 'View', call: 'source.chooseEditor' },
  'view.legend': { title: 'Show legend', group: 'View', keys: 'g l' },
  'view.next-region': { title: 'Go to the next part of the window', group: 'View', keys: 'F6' },
  'view.previous-region': { title: 'Go to the previous part of the window', group: 'View', keys: 'Shift+F6' },
  'view.requests': { title: 'Toggle requests', group: 'View', keys: 'g r' },
  'view.sidebar': { title: 'Toggle sidebar', group: 'View', keys: 'Mod+B' },
  'view.thread-list': { title: 'Toggle list of threads', group: 'View' },
  'view.dock': { title: 'Toggle run dock', group: 'View', keys: 'Mod+J' },
  'view.maximize-dock': { title: 'Maximize or restore run dock', group: 'View', keys: 'm' },
  'view.run-sheet': { title: 'Toggle run sheet', group: 'View', keys: 'r' },
  'view.inspector': { title: 'Toggle inspector', group: 'View', keys: 'Mod+I' },
  'view.story': { title: 'Toggle story', group: 'View', keys: 'Mod+H' },
  'view.notifications': { title: 'Turn on run notifications', group: 'View', call: 'notifications.set' },
  'view.theme-system': { title: 'Theme: follow the system', group: 'View' },
  'view.theme-dark': { title: 'Theme: dark', group: 'View' },
  'view.theme-light': { title: 'Theme: light', group: 'View' },

  'server.add': { title: 'Add a server', group: 'Server', call: 'connections.save' },
  'server.find': { title: 'Find servers on this computer', group: 'Server', call: 'connections.findLocal' },
  'server.import': { title: 'Import servers from a file', group: 'Server', call: 'connections.save' },
  'server.import-env': {
    title: 'Import a server key from .env or the environment',
    group: 'Server',
    call: 'connections.save',
  },
  'server.export': { title: 'Export servers without secrets', group: 'Server', call: 'connections.save' },
  'server.open-recording': { title: 'Open recording', group: 'Server', call: 'recordings.open' },
  'server.open-address': { title: 'Open address of a recording', group: 'Server', call: 'recordings.open' },
  'server.check': { title: 'Check server now', group: 'Server' },
  'server.edit': { title: 'Edit server', group: 'Server', call: 'connections.save' },
  'server.refresh': { title: 'Refresh all', group: 'Server' },
  'project.debug': { title: 'Start project with debugger', group: 'Server' },
  'project.attach': { title: 'Write attach configuration of the project', group: 'Server' },
  'server.end-sessions': { title: 'End all other sessions', group: 'Server', call: 'sessions.endOthers' },

  'help.documentation': { title: 'Show documentation', group: 'Help', keys: 'F1' },
  'help.report-bug': { title: 'Report a bug', group: 'Help', call: 'bugReport.create' },
} as const satisfies Readonly<Record<string, CommandDefinition>>;

export type CommandId = keyof typeof commands;

export type ChangingCommandId = {
  [K in CommandId]: (typeof commands)[K] extends { readonly changesServer: true } ? K : never;
}[CommandId];

export const paletteCommands: Readonly<Record<CommandId, CommandDefinition>> = commands;

export const commandIds = Object.keys(commands).filter(isCommandId);

export function isCommandId(id: string): id is CommandId {
  return Object.hasOwn(commands, id);
}
