import type { RunTrigger } from '../../../shared/model/run-request.ts';
import { interruptsOfCommand, toRunTrigger } from '../../shared-ui/resume-props.ts';
import { RecordedInterrupts } from '../../interrupts/RecordedInterrupts.tsx';
import { ResumePane } from '../../interrupts/ResumePane.tsx';
import { isResumeStart, type RunStart } from '../../runs/composer/run-start.ts';
import { JsonMessage } from '../../runs/messages/JsonMessage.tsx';
import { usePlayedInterrupts } from '../../runs/use-played-interrupts.ts';
import { useNodeNames } from '../../runs/queries.ts';
import { useCurrentRun } from '../../runs/current-run.ts';
import { selectCheckpoint, useRunSession } from '../../runs/run-session.ts';

export function DockResume() {
  const session = useRunSession();
  const { connectionId, assistant, waiting, failed, isStarting, headState, isViewingOlder, launch, onRun } =
    useCurrentRun();
  const nodeNames = useNodeNames(connectionId, assistant?.assistantId ?? null);
  if (waiting === null) return null;
  const { threadId, interrupts } = waiting;
  const startOf = (trigger: RunTrigger, step = false): RunStart => ({ trigger, checkpointId: null, step });
  const onContinue = (step: boolean): void => void onRun(startOf({ kind: 'continue' }, step));
  return (
    <ResumePane
      connectionId={connectionId}
      threadId={threadId}
      interrupts={interrupts}
      answered={waiting.answered}
      discarded={waiting.discarded}
      next={waiting.next}
      nodeNames={nodeNames}
      newest={
        isViewingOlder
          ? { step: headState?.step ?? null, onShow: () => selectCheckpoint(session, null) }
          : undefined
      }
      failed={waiting.failed}
      ending={waiting.ending}
      starting={isStarting}
      problem={failed !== null && isResumeStart(failed.start) ? failed.error : null}
      onResume={(command) =>
        launch({
          ...startOf(toRunTrigger(command)),
          answering: interruptsOfCommand(command, interrupts),
        })
      }
      onPreview={(command) => session.setState({ previewedStart: startOf(toRunTrigger(command)) })}
      onContinue={() => onContinue(false)}
      onStep={() => onContinue(true)}
      renderMessage={(text) => <JsonMessage text={text} />}
    />
  );
}

/** What a recording asks: during a playback what its run had asked by now, otherwise what its thread waited for. */
export function DockRecorded() {
  const { waiting } = useCurrentRun();
  const played = usePlayedInterrupts();
  return (
    <RecordedInterrupts
      interrupts={played ?? waiting?.interrupts ?? []}
      isPlayed={played !== null}
      renderMessage={(text) => <JsonMessage text={text} />}
    />
  );
}
