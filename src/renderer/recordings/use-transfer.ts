import { useEffect, useRef, useState } from 'react';
import type { RecordingTransfer } from '../../shared/model/recording.ts';

export interface TransferState {
  /** `null` while there is no transfer. */
  readonly step: RecordingTransfer | null;
  readonly error: unknown;
  /** `onDone` gets the last step. */
  start(
    steps: (signal: AbortSignal) => AsyncIterable<RecordingTransfer>,
    onDone: (last: RecordingTransfer) => void,
  ): void;
  cancel(): void;
}

/** The download or upload of a recording. It is cancelled when its dialog is closed. */
export function useTransfer(): TransferState {
  const [state, setState] = useState<Pick<TransferState, 'step' | 'error'>>({ step: null, error: null });
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const cancel = (): void => {
    current.current?.abort();
    setState({ step: null, error: null });
  };
  return {
    ...state,
    cancel,
    start(steps, onDone) {
      cancel();
      const leaveController = new AbortController();
      current.current = leaveController;
      setState({ step: { done: 0, total: null, connection: null }, error: null });
      const follow = async (): Promise<void> => {
        try {
          let last: RecordingTransfer | null = null;
          for await (const step of steps(leaveController.signal)) {
            if (leaveController.signal.aborted) return;
            last = step;
            setState({ step, error: null });
          }
          if (last !== null && !leaveController.signal.aborted) onDone(last);
        } catch (error) {
          if (!leaveController.signal.aborted) setState({ step: null, error });
        }
      };
      void follow();
    },
  };
}
