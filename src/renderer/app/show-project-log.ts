import { dispatch } from '../commands/command-queue.ts';
import { setCollapsed, type UiStore } from './ui-store.ts';

export function showProjectLog(store: UiStore, projectId: string): void {
  store.setState({ railView: 'projects' });
  setCollapsed(store, 'left', false);
  dispatch({ type: 'show-project', projectId });
}
