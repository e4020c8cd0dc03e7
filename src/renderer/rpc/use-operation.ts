import { useState } from 'react';
import { useStore } from 'zustand';
import type { WritingCall } from '../../shared/writing-calls.ts';
import { confirmationsOf, confirmOnce } from './confirmations.ts';
import { useRpc, type StudioRpc } from './rpc-context.ts';

/** A studio for one act per mounted view, such as a dialog that deletes in batches (see `confirmOnce`). */
export function useOperation(): StudioRpc {
  const rpc = useRpc();
  return useState(() => confirmOnce(rpc))[0];
}

/** Whether one of these calls waits for the user, so that its server was not asked yet. */
export function useIsConfirming(calls: readonly WritingCall[]): boolean {
  return useStore(confirmationsOf(useRpc()), ({ pending }) =>
    pending.some(({ call }) => calls.includes(call)),
  );
}
