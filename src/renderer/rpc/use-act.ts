import { useState } from 'react';
import { confirmOnce } from './confirmations.ts';
import { useStudio, type Studio } from './rpc-context.ts';

/** A studio for one act per mounted view, such as a dialog that deletes in batches (see `confirmOnce`). */
export function useAct(): Studio {
  const studio = useStudio();
  return useState(() => confirmOnce(studio))[0];
}
