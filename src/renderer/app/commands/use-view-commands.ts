import { dispatch } from '../../commands/command-queue.ts';
import type { CommandBinding, CommandBindings } from '../../commands/command-registry.ts';
import { useUnavailable } from '../../rpc/server-features.ts';
import {
  setDockMaximized,
  useHasPanes,
  usePaneToggles,
  useUiStore,
  type ActivityView,
  type PaneToggle,
  type ModalName,
  type Theme,
} from '../ui-store.ts';
import { useStoryBlocker } from '../use-workbench.ts';
import { moveFocus } from './keyboard-navigation.ts';

export function useViewCommands(): CommandBindings {
  const store = useUiStore();
  const hasPanes = useHasPanes();
  const noInputs = useUnavailable(null, 'inputs.list');
  const paneBlocker = hasPanes ? null : 'Only the Threads and Assistants views have this pane.';
  const show = (railView: ActivityView): CommandBinding => ({ run: () => store.setState({ railView }) });
  const theme = (next: Theme): CommandBinding => ({ run: () => store.setState({ theme: next }) });
  const modal = (name: ModalName): CommandBinding => ({ run: () => store.setState({ modal: name }) });
  const noStory = useStoryBlocker();
  const toggles = usePaneToggles();
  const toggleOf = ({ toggle }: PaneToggle): CommandBinding => ({ run: toggle, blocked: paneBlocker });
  return {
    'show.threads': show('threads'),
    'show.assistants': show('assistants'),
    'show.inbox': show('inbox'),
    'show.runs': show('runs'),
    'runs.search': {
      run: () => {
        store.setState({ railView: 'runs' });
        dispatch({ type: 'focus-runs', part: 'search' });
      },
    },
    'show.inputs': { ...show('inputs'), ...(noInputs && { title: 'Go to experiments' }) },
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
    'view.sidebar': toggleOf(toggles.left),
    'view.thread-list': toggleOf(toggles.threads),
    'view.dock': toggleOf(toggles.dock),
    'view.maximize-dock': {
      run: () => setDockMaximized(store, !store.getState().isDockMaximized),
      blocked: paneBlocker,
    },
    'view.run-sheet': { run: toggles.sheet.toggle },
    'view.inspector': toggleOf(toggles.inspector),
    'view.story': { run: toggles.story.toggle, blocked: paneBlocker ?? noStory },
    'view.theme-system': theme('system'),
    'view.theme-dark': theme('dark'),
    'view.theme-light': theme('light'),
    'help.report-bug': modal('bug-report'),
    'help.documentation': { run: () => store.setState({ documentationOpen: true, requestsOpen: false }) },
  };
}
