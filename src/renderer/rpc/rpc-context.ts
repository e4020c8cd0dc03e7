import { createContext, use } from 'react';
import type { StudioContract } from '../../shared/contract.ts';
import type { RpcClient } from '../../shared/rpc/client.ts';

/** The only access to the back end. */
export type Studio = RpcClient<StudioContract>;

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = use(StudioContext);
  if (!studio) throw new Error('useStudio needs a StudioContext above it.');
  return studio;
}
