import type { Assistant } from '../../../shared/model/assistant.ts';
import { isActive } from '../../../shared/model/is-active.ts';
import type { RunRecord } from '../../../shared/model/run.ts';

const originLabels: Readonly<Record<RunRecord['origin']['kind'], string>> = {
  input: 'input',
  resume: 'answer',
  continue: 'continued',
  unknown: 'unknown',
};
const sources: Readonly<Record<RunRecord['source'], string>> = {
  studio: 'studio',
  cron: 'cron',
  unknown: '',
};

// The trigger of a run: `studio, input`, `cron, input`, `answer`, `unknown`.
export function triggerText({ source, origin: { kind } }: RunRecord): string {
  const parts = [sources[source], originLabels[kind]].filter((part) => part !== '');
  return kind === 'unknown' && source !== 'unknown' ? sources[source] : parts.join(', ');
}

// The assistant of a run, by its current name, and the version that the run's own record names. That of the
// assistant says nothing of a run: any version can be made the current one at any time.
export function assistantText(
  run: Pick<RunRecord, 'assistantId' | 'assistantVersion'>,
  assistants: readonly Assistant[],
): string {
  const assistant = assistants.find(({ assistantId }) => assistantId === run.assistantId);
  if (!assistant) return run.assistantId === '' ? 'unknown' : `${run.assistantId} (deleted)`;
  const { name, version } = assistant;
  if (run.assistantVersion !== undefined) return `${name}, version ${run.assistantVersion}`;
  return version === null ? name : `${name}, version unknown`;
}

export type EventAvailability = 'stored' | 'readable' | 'undeclared' | 'exclusive' | 'gone';

// `stored`: the host has the events; `readable`: the server stores them for every client; `undeclared`: the server
// doesn't say, so they are requested; `exclusive`: reading them takes them from the current reader; `gone`:
// nobody stored them.
export function eventAvailability({ hasLog, resumable, status }: RunRecord): EventAvailability {
  if (hasLog) return 'stored';
  if (resumable === null) return 'undeclared';
  if (resumable) return 'readable';
  return isActive(status) ? 'exclusive' : 'gone';
}
