import { useIsMutating } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryKeys } from '../../queries/query-keys.ts';
import { useMissingForRun } from '../use-missing-for-run.ts';
import { useCurrentRun } from '../current-run.ts';
import { useRunSession } from '../run-session.ts';
import type { ComposerInput } from './use-composer-input.ts';

export interface RunAction {
  readonly isReady: boolean;
  /** What the server lacks for this run, or that the user's role does not allow it, as a sentence. */
  readonly missing: string | null;
  /** Why nothing can be started now, whatever the input is. */
  readonly held: string | null;
  readonly run: (step: boolean) => void;
  /** For a shortcut, which may be pressed before the last input is validated. */
  readonly runByKey: () => void;
  readonly preview: (step: boolean) => void;
}

/** How the composer's input is run, as soon as it can be. */
export function useRunAction(input: ComposerInput, graphId: string, onStart: () => void): RunAction {
  const session = useRunSession();
  const { connectionId, checkpointId, isThreadBusy, isStarting, options, onRun } = useCurrentRun();
  // A busy thread accepts a second run only with a multitask strategy other than reject.
  const isHeld = isThreadBusy && options.multitaskStrategy === 'reject' && !options.stateless;
  // A run that starts before the new thread is selected would run on the one that the user has just left.
  const isCreatingThread = useIsMutating({ mutationKey: queryKeys.threadCreation(connectionId) }) > 0;
  const missing = useMissingForRun({ connectionId, graphId }, options, checkpointId !== null);
  const held =
    missing ??
    (isCreatingThread ? 'The new thread is being created.' : null) ??
    (isHeld ? 'A run is active.' : null);
  const isReady = input.sent !== null && input.problem === null && !isStarting && held === null;

  const run = (step: boolean): void => {
    if (!isReady || input.sent === null) return;
    const trigger = { kind: 'input', inputText: input.sent } as const;
    onStart();
    void onRun({ trigger, checkpointId, step }, input.onSent);
  };
  const keyPressed = useRef(false);
  const submit = async (): Promise<void> => {
    if (keyPressed.current) return;
    keyPressed.current = true;
    try {
      const { settled, message, fits } = input.bySchema;
      if (settled ? message === null : await fits()) run(false);
    } finally {
      keyPressed.current = false;
    }
  };
  const preview = (step: boolean): void =>
    session.setState({
      previewedStart: { trigger: { kind: 'input', inputText: input.sent ?? input.text }, checkpointId, step },
    });
  return { isReady, missing, held, run, runByKey: () => void submit(), preview };
}
