import { Download } from 'lucide-react';
import { useState } from 'react';
import { toFileName, saveFile } from '../../shared-ui/download.ts';
import { failedAction } from '../../ui/display/describe-error.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { showToast } from '../../ui/popups/toast-store.ts';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
import { eventsBlob } from './events-export.ts';

export interface ExportEventsProps {
  readonly runId: string;
  readonly log: Pick<RunLogSnapshot, 'frames' | 'load'>;
  /** Log indexes of the displayed frames; `null`: all. */
  readonly rows: readonly number[] | null;
  readonly count: number;
}

export function ExportEvents({ runId, log, rows, count }: ExportEventsProps) {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(toFileName(['events', runId], 'ndjson'), await eventsBlob(log, rows, count));
    } catch (error) {
      showToast(failedAction('Export failed', error), 'fail');
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      label="Save the shown events as NDJSON"
      size="small"
      icon={<Download size={13} aria-hidden />}
      disabled={busy || count === 0}
      onClick={() => void save()}
    />
  );
}
