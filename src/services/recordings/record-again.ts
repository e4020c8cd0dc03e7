import type { MissingPart, RecordingManifest } from './manifest.ts';

// The manifest of a recording that was made from another one: of its time, with all that it lacked and all that was
// removed from it.
export function recordedAgain(again: RecordingManifest, source: RecordingManifest): RecordingManifest {
  const runId = again.run_id;
  const lacked = source.missing.filter((part) => runId === null || (part.run_id ?? runId) === runId);
  const lackedKeys = new Set(lacked.map(keyOf));
  return {
    ...again,
    recorded_at: source.recorded_at,
    // The events of a run are missing for the reason of that time.
    missing: [...lacked, ...again.missing.filter((part) => !lackedKeys.has(keyOf(part)))],
    scrubbed: {
      known: again.scrubbed.known + source.scrubbed.known,
      likely: again.scrubbed.likely + source.scrubbed.likely,
      hosts: again.scrubbed.hosts + source.scrubbed.hosts,
    },
  };
}

function keyOf({ what, run_id: runId, checkpoint_ns: checkpointNs }: MissingPart): string {
  return JSON.stringify([what, runId, checkpointNs]);
}
