import { ExternalLink, Send } from 'lucide-react';
import { countOf } from '../../shared/count-of.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useCallQuery } from '../queries/use-call.ts';
import { isWebHost } from '../rpc/open-port.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { failedAction } from '../ui/display/describe-error.ts';
import { MenuItem } from '../ui/popups/Menu.tsx';
import { showToast } from '../ui/popups/toast-store.ts';

interface TraceItemsProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly runId: string;
  /** A run is sent once it has ended. */
  readonly isActive: boolean;
}

/** Menu items that open a run's trace: one if its server has trace settings, one if there is a key for LangSmith. */
export function TraceItems({ isActive, ...run }: TraceItemsProps) {
  const rpc = useRpc();
  const { connectionId } = run;
  const noSend = useUnavailable(connectionId, 'traces.sendRun');
  const { data: langsmith } = useCallQuery(queryKeys.langsmith, 'langsmith.access', {});
  const { data: settings } = useCallQuery(queryKeys.traceSettings(connectionId), 'traces.settings', {
    connectionId,
  });
  return (
    <>
      {settings?.traceUrl == null ? null : (
        <MenuItem
          icon={<ExternalLink size={14} aria-hidden />}
          onSelect={() => void openTrace(rpc, 'traces', run)}
        >
          Open trace
        </MenuItem>
      )}
      {langsmith?.last4 == null ? null : (
        <MenuItem
          icon={<ExternalLink size={14} aria-hidden />}
          onSelect={() => void openTrace(rpc, 'langsmith', run)}
        >
          Open in LangSmith
        </MenuItem>
      )}
      {(settings?.url ?? '') === '' ? null : (
        <MenuItem
          icon={<Send size={14} aria-hidden />}
          disabled={isActive || noSend !== null}
          detail={noSend ?? (isActive ? 'Once it has ended' : undefined)}
          onSelect={() => void sendTrace(rpc, run)}
        >
          Send this run’s trace
        </MenuItem>
      )}
    </>
  );
}

type RunRef = Omit<TraceItemsProps, 'isActive'>;

async function openTrace(rpc: StudioRpc, place: 'traces' | 'langsmith', run: RunRef): Promise<void> {
  try {
    if (place === 'traces') {
      if (!isWebHost()) await rpc.call('traces.open', run);
      else openTab((await rpc.call('traces.address', run)).url);
    } else if (!isWebHost()) await rpc.call('langsmith.openTrace', run);
    else openTab((await rpc.call('langsmith.traceAddress', run)).url);
  } catch (error) {
    showToast(failedAction('Could not open the trace', error), 'fail');
  }
}

// As a link, so that the page that opens has no way back to this one.
function openTab(url: string): void {
  const anchor = document.createElement('a');
  Object.assign(anchor, { href: url, target: '_blank', rel: 'noopener noreferrer' });
  anchor.click();
}

async function sendTrace(rpc: StudioRpc, run: RunRef): Promise<void> {
  showToast('Sending the trace');
  try {
    const { url, sent, rejected } = await rpc.call('traces.sendRun', run);
    if (rejected === 0) showToast(`Sent ${countOf(sent, 'span')} to ${url}`, 'ok');
    else showToast(`${url} did not accept ${countOf(rejected, 'span')}`, 'fail');
  } catch (error) {
    showToast(failedAction('Could not send the trace', error), 'fail');
  }
}
