import { useEffect, useEffectEvent } from 'react';

export type WindowEvent = { readonly type: 'server-returned'; readonly connectionId: string };

type EventOf<T extends WindowEvent['type']> = Extract<WindowEvent, { readonly type: T }>;

const listeners = new Set<(event: WindowEvent) => void>();

export function emit(event: WindowEvent): void {
  for (const listener of listeners) listener(event);
}

export function useEventHandler<T extends WindowEvent['type']>(
  type: T,
  handler: (event: EventOf<T>) => void,
): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => {
    const listener = (event: WindowEvent): void => {
      if (isOfType(event, type)) onEvent(event);
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [type]);
}

function isOfType<T extends WindowEvent['type']>(event: WindowEvent, type: T): event is EventOf<T> {
  return event.type === type;
}
