/** Calls `act` at once and then at most once per `ms`, with a trailing call. A function is asked after each call. */
export function throttle(
  ms: number | (() => number),
  act: () => void,
): { readonly call: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let missed = false;
  const call = (): void => {
    if (timer !== null) {
      missed = true;
      return;
    }
    act();
    timer = setTimeout(
      () => {
        timer = null;
        if (!missed) return;
        missed = false;
        call();
      },
      typeof ms === 'number' ? ms : ms(),
    );
  };
  return {
    call,
    cancel() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      missed = false;
    },
  };
}
