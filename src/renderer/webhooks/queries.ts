import { useMutation } from '@tanstack/react-query';
import { useStudio } from '../client/studio.tsx';
import { useWatch } from '../client/use-watch.ts';

/** The listener, what arrived and what was refused, live. */
export function useWebhooks() {
  return useWatch('webhooks.watch', {});
}

export function useSetListener() {
  const studio = useStudio();
  return useMutation({
    mutationFn: (enabled: boolean) => studio.call('webhooks.setListener', { enabled }),
  });
}
