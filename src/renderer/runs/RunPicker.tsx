import type { Run } from '../../shared/model/run.ts';
import { Select } from '../ui/Select.tsx';
import { statusLooks, type Status } from '../ui/status-looks.ts';

export interface RunPickerProps {
  readonly runs: readonly Run[];
  readonly runId: string;
  readonly onRun: (runId: string) => void;
}

/** Chooses one of the thread's runs; nothing to see while there is only one. */
export function RunPicker({ runs, runId, onRun }: RunPickerProps) {
  if (runs.length < 2) return null;
  return (
    <Select
      label="Shown run"
      value={runId}
      onChange={onRun}
      placeholder="New"
      options={runs.map((run, at) => ({
        value: run.runId,
        label: `#${runs.length - at}`,
        detail: `${wordFor(run)} · ${timeOf(run.createdAt)}${run.hasLog ? '' : ' · events not kept'}`,
      }))}
    />
  );
}

function wordFor({ status }: Run): string {
  const look: Status = status === 'interrupted' ? 'cancelled' : status;
  return statusLooks[look].word;
}

function timeOf(createdAt: string | null): string {
  const at = createdAt === null ? NaN : Date.parse(createdAt);
  return Number.isNaN(at) ? 'no time' : new Date(at).toLocaleTimeString();
}
