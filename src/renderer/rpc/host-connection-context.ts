import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { HostConnectionStatus, HostConnection } from './host-connection.ts';

export const HostConnectionContext = createContext<HostConnection | null>(null);

export function useHostConnection(): HostConnection {
  const connection = use(HostConnectionContext);
  if (!connection) throw new Error('useHostConnection needs a HostConnectionContext above it.');
  return connection;
}

export function useHostConnectionStatus(): HostConnectionStatus {
  return useStore(useHostConnection().status);
}
