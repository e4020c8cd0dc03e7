import { useState } from 'react';
import { useStore } from 'zustand';
import type { WritingCall } from '../../shared/call-effects.ts';
import { confirmationsOf, confirmOnce } from './confirmations.ts';
import { useStudio, type Studio } from './rpc-context.ts';

/** A studio for one act per mounted view, such as a dialog that deletes in batches (see `confirmOnce`). */
export function useAct(): Studio {
  const studio = useStudio();
  return useState(() => confirmOnce(studio))[0];
}

/** Whether one of these calls waits for the user, so that its server was not asked yet. */
export function useIsConfirming(calls: readonly WritingCall[]): boolean {
  return useStore(confirmationsOf(useStudio()), ({ pending }) =>
    pending.some(({ call }) => calls.includes(call)),
  );
}
