import type { CommandBinding, CommandBindings } from '../../commands/command-registry.ts';
import {
  setDockMaximized,
  toggleCollapsed,
  useHasPanes,
  useUiStore,
  type ActivityView,
  type CollapsiblePane,
  type ModalName,
  type Theme,
} from '../ui-store.ts';
import { moveFocus } from './keyboard-navigation.ts';

export function useViewCommands(): CommandBindings {
  const store = useUiStore();
  const hasPanes = useHasPanes();
  const paneBlocker = hasPanes ? null : 'Threads and assistants have this pane.';
  const show = (railView: ActivityView): CommandBinding => ({ run: () => store.setState({ railView }) });
  const theme = (next: Theme): CommandBinding => ({ run: () => store.setState({ theme: next }) });
  const modal = (name: ModalName): CommandBinding => ({ run: () => store.setState({ modal: name }) });
  const toggle = (pane: CollapsiblePane): CommandBinding => ({
    run: () => toggleCollapsed(store, pane),
    blocked: paneBlocker,
  });
  return {
    'show.threads': show('threads'),
    'show.assistants': show('assistants'),
    'show.inbox': show('inbox'),
    'show.runs': show('runs'),
    'show.run-queues': show('run-queues'),
    'show.inputs': show('inputs'),
    'show.compare': show('compare'),
    'show.memory': show('memory'),
    'show.crons': show('crons'),
    'show.webhooks': show('webhooks'),
    'show.projects': show('projects'),
    'show.servers': show('servers'),
    'view.palette': modal('palette'),
    'view.shortcuts': modal('shortcuts'),
    'view.prices': modal('prices'),
    'view.legend': modal('legend'),
    'view.next-region': { run: () => moveFocus(({ focusRegion }) => focusRegion(1)) },
    'view.previous-region': { run: () => moveFocus(({ focusRegion }) => focusRegion(-1)) },
    'view.requests': {
      run: () =>
        store.setState(({ requestsOpen }) => ({ requestsOpen: !requestsOpen, documentationOpen: false })),
    },
    'view.sidebar': toggle('left'),
    'view.dock': toggle('dock'),
    'view.maximize-dock': {
      run: () => setDockMaximized(store, !store.getState().isDockMaximized),
      blocked: paneBlocker,
    },
    'view.inspector': toggle('inspector'),
    'view.history': toggle('history'),
    'view.theme-system': theme('system'),
    'view.theme-dark': theme('dark'),
    'view.theme-light': theme('light'),
    'help.report-bug': modal('bug-report'),
    'help.documentation': { run: () => store.setState({ documentationOpen: true, requestsOpen: false }) },
  };
}
