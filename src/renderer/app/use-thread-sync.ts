import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Thread } from '../../shared/model/thread.ts';
import { refreshThread } from '../queries/refresh-thread.ts';

/**
 * Invalidates a thread's data when its record changes: other clients run and edit threads too, without
 * notifying this window. The record itself is polled by the component that shows it.
 */
export function useThreadSync(connectionId: string | null, thread: Thread | null): void {
  const queryClient = useQueryClient();
  const previousThread = useRef<Thread | null>(null);
  useEffect(() => {
    const before = previousThread.current;
    previousThread.current = thread;
    if (connectionId === null || thread === null || before?.threadId !== thread.threadId) return;
    if (before.updatedAt === thread.updatedAt && before.status === thread.status) return;
    void refreshThread(queryClient, { connectionId, threadId: thread.threadId }, 'record');
  }, [queryClient, connectionId, thread]);
}
