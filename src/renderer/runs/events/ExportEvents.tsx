import { Download } from 'lucide-react';
import { useState } from 'react';
import { toFileName, saveFile } from '../../shared-ui/download.ts';
import { failedAction } from '../../ui/display/describe-error.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { showToast } from '../../ui/popups/toast-store.ts';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
import type { RunFrame } from '../../../shared/model/run.ts';

export interface ExportEventsProps {
  readonly runId: string;
  readonly log: Pick<RunLogSnapshot, 'frames' | 'load'>;
  // Log indexes of the displayed frames; `null`: all.
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
      label="Save the displayed events as NDJSON"
      size="small"
      icon={<Download size={13} aria-hidden />}
      disabled={busy || count === 0}
      onClick={() => void save()}
    />
  );
}

// An event as a line of JSON. The payload is the string `data`, exactly as the server sent it, so that
// numbers, key order and invalid JSON survive.
function ndjsonLine({ seq, atMs, id, mode, namespace, text }: RunFrame): string {
  return `${JSON.stringify({ seq, atMs, id, event: [mode, ...namespace].join('|'), data: text })}\n`;
}

// Lines per chunk: the length of a string is limited, that of a blob isn't.
const linesAtOnce = 2000;

// The first `count` displayed events as NDJSON; `rows` are log indexes, `null`: all. Reloads evicted payloads
// and rejects if the host no longer has them, so that a file is never partial.
export async function eventsBlob(
  { frames, load }: Pick<RunLogSnapshot, 'frames' | 'load'>,
  rows: readonly number[] | null,
  count: number,
): Promise<Blob> {
  const parts: Blob[] = [];
  let lines: string[] = [];
  for (let row = 0; row < count; row += 1) {
    const seq = rows?.[row] ?? row;
    // Sequential, because a load may evict what an earlier one loaded.
    if (!frames.has(seq)) await load(seq, rows === null ? Math.min(count, seq + linesAtOnce) : seq + 1);
    const frame = frames.frame(seq);
    if (frame) lines.push(ndjsonLine(frame));
    if (lines.length < linesAtOnce && row < count - 1) continue;
    parts.push(new Blob([lines.join('')]));
    lines = [];
    await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob(parts, { type: 'application/x-ndjson' });
}
