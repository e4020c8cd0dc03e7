import { dispatch } from '../../commands/command-queue.ts';
import { setCollapsed, type UiStore } from './ui-store.ts';

/** Shows a project with its log, wherever the user is. */
export function showProjectLog(store: UiStore, projectId: string): void {
  store.setState({ railView: 'projects' });
  setCollapsed(store, 'left', false);
  dispatch({ type: 'show-project', projectId });
}
