/** Electron's event object with `preventDefault`. */
export interface PreventableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export function createEvent<T extends object>(details: T): T & PreventableEvent {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}
