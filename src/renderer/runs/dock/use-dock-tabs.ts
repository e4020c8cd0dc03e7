import { useBreakpoints } from '../../shared-ui/breakpoints.ts';
import { useSchemas } from '../../queries/shared-queries.ts';
import { useInputMode } from '../composer/use-composer-input.ts';
import { useCurrentRun } from '../current-run.ts';

/** Which of the tabs that only some graphs have the dock shows. */
export function useDockTabs() {
  const { connectionId, assistant } = useCurrentRun();
  const { assistantId = '', graphId = '' } = assistant ?? {};
  const { all: breakpoints } = useBreakpoints({ connectionId, assistantId, graphId });
  const schemas = useSchemas(connectionId, assistant?.assistantId ?? null);
  const input = useInputMode(connectionId, assistantId, schemas.data ?? null, schemas.isPending);
  return {
    // Also for a graph whose schema doesn't say so, once somebody writes its input as a chat.
    hasChat: assistant !== null && (input.hasMessages || input.mode === 'chat'),
    hasLogpoints: breakpoints.some(({ enabled, logMessage }) => enabled && logMessage !== null),
  };
}
