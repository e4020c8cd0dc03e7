import { useEffect, useState } from 'react';
import type { RecordingProgress, RecordingRequest } from '../../shared/model/recording.ts';
import { useRpc } from '../rpc/rpc-context.ts';

export interface RecordingState {
  readonly progress: RecordingProgress | null;
  readonly error: unknown;
}

const nothingYet: RecordingState = { progress: null, error: null };

// Records while it is mounted, and again whenever the request changes or `attempt` grows. A draft is removed with it.
export function useRecording(request: RecordingRequest, attempt: number): RecordingState {
  const rpc = useRpc();
  const key = JSON.stringify([request, attempt]);
  const [state, setState] = useState<RecordingState & { readonly key: string }>({ ...nothingYet, key });
  useEffect(() => {
    const ending = new AbortController();
    let draftId: string | null = null;
    const discard = (): void => {
      if (draftId !== null) rpc.call('recordings.discard', { draftId }).catch(() => undefined);
      draftId = null;
    };
    const read = async (): Promise<void> => {
      const [asked] = JSON.parse(key) as [RecordingRequest, number];
      try {
        for await (const progress of rpc.open('recordings.record', asked, ending.signal)) {
          draftId = progress.preview?.draftId ?? null;
          if (ending.signal.aborted) return discard();
          setState({ progress, error: null, key });
        }
      } catch (error) {
        if (!ending.signal.aborted) setState({ progress: null, error, key });
      }
    };
    void read();
    return () => {
      ending.abort();
      discard();
    };
  }, [rpc, key]);
  return state.key === key ? state : nothingYet;
}
