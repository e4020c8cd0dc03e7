import { isActive } from '../../../shared/model/is-active.ts';
import { nonEmptyStringOrNull, numberOrNull } from '../../common/narrow.ts';
import { runKwargs, toRunOrigin, toRunStatus } from '../../runs/run-mapper.ts';
import { runAssistantVersion, runSourceOf } from '../../runs/run-record-mapper.ts';
import { taskErrorMessage } from '../mappers/task-error.ts';
import type { RunEvidence } from './evidence.ts';
import { millisOf } from './millis-of.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../../shared/narrow.ts';

// Reads a run record (docs/protocol.md, Run records); `null` without an id.
export function toRunEvidence(wire: unknown): RunEvidence | null {
  const record = recordOrEmpty(wire);
  const runId = nonEmptyStringOrNull(record['run_id']);
  if (runId === null) return null;
  const status = toRunStatus(wire);
  const kwargs = runKwargs(wire);
  const createdAt = millisOf(record['created_at']);
  const updatedAt = isActive(status) ? null : millisOf(record['updated_at']);
  const command = recordOrEmpty(kwargs?.['command']);
  const { goto, resume } = command;
  const assistantVersion = runAssistantVersion(wire);
  const configurable = recordOrEmpty(recordOrEmpty(kwargs?.['config'])['configurable']);
  return {
    runId,
    assistantId: nonEmptyStringOrNull(record['assistant_id']) ?? nonEmptyStringOrNull(record['agent_id']),
    graphId: nonEmptyStringOrNull(configurable['graph_id']),
    ...(assistantVersion === null ? {} : { assistantVersion }),
    status,
    origin: toRunOrigin(kwargs),
    source: runSourceOf(wire),
    createdAt,
    endedAt: updatedAt !== null && updatedAt < (createdAt ?? -Infinity) ? null : updatedAt,
    interruptBefore: nodesOf(kwargs?.['interrupt_before']),
    interruptAfter: nodesOf(kwargs?.['interrupt_after']),
    recursionLimit: numberOrNull(recordOrEmpty(kwargs?.['config'])['recursion_limit']),
    error: nonEmptyStringOrNull(record['error_message']) ?? taskErrorMessage(record['error']),
    answeredIds: idsOf(resume),
    hasGoto: goto !== undefined && goto !== null,
  };
}

// Members are limited, as lists of a server may be of any length.
const maxNodes = 1000;

function nodesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return arrayOrEmpty(value)
    .slice(0, maxNodes)
    .filter((name) => typeof name === 'string');
}

// Interrupt ids as servers generate them; an answer with other keys is one value.
const interruptId = /^[0-9a-f]{32}$/;

function idsOf(resume: unknown): string[] | null {
  const ids = Object.keys(recordOrEmpty(resume)).slice(0, maxNodes);
  return ids.length > 0 && ids.every((id) => interruptId.test(id)) ? ids : null;
}
