import { useLayoutEffect, useRef, useState, type RefObject, type WheelEvent } from 'react';

/** Pixels from the end that still count as the end. */
const near = 24;

/** Keeps the end of a growing box in view, until somebody scrolls up; back at the end, it is kept again. */
export function useStickToBottom(box: RefObject<HTMLElement | null>, height: number) {
  const stays = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  const stay = (next: boolean): void => {
    stays.current = next;
    setAtEnd(next);
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (element && stays.current) element.scrollTo(0, height);
  }, [box, height]);
  return {
    atEnd,
    onScroll(): void {
      const element = box.current;
      if (!element) return;
      const isNear = element.scrollTop + element.clientHeight >= element.scrollHeight - near;
      // What grows under a view that stays at the end is not somebody who scrolls.
      if (isNear !== stays.current) stay(isNear);
    },
    /** The smallest turn upwards is meant, also where it stays near the end. */
    onWheel({ deltaY }: WheelEvent): void {
      if (deltaY < 0 && stays.current && (box.current?.scrollTop ?? 0) > 0) stay(false);
    },
    goToEnd(): void {
      const element = box.current;
      element?.scrollTo(0, element.scrollHeight);
      stay(true);
    },
  };
}
