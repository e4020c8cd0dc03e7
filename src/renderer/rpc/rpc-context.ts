import { createContext, use } from 'react';
import type { StudioContract } from '../../shared/contract.ts';
import type { RpcClient } from '../../shared/rpc/client.ts';

/** The only access to the back end. */
export type StudioRpc = RpcClient<StudioContract>;

export const RpcContext = createContext<StudioRpc | null>(null);

export function useRpc(): StudioRpc {
  const rpc = use(RpcContext);
  if (!rpc) throw new Error('useRpc needs an RpcContext above it.');
  return rpc;
}
