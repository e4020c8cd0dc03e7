import { useLayoutEffect, useRef, useState, type RefObject, type WheelEvent } from 'react';

// Tolerance in pixels.
const near = 24;

/** Keeps the end of a growing box in view until the user scrolls up; scrolling back to the end resumes. */
export function useStickToBottom(box: RefObject<HTMLElement | null>, height: number) {
  const isSticky = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  const setSticky = (next: boolean): void => {
    isSticky.current = next;
    setAtEnd(next);
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (element && isSticky.current) element.scrollTo(0, height);
  }, [box, height]);
  return {
    atEnd,
    onScroll(): void {
      const element = box.current;
      if (!element) return;
      const isNear = element.scrollTop + element.clientHeight >= element.scrollHeight - near;
      // Content that grows while the view is at the end is not a user scroll.
      if (isNear !== isSticky.current) setSticky(isNear);
    },
    /** Any scroll up counts, even within the tolerance. */
    onWheel({ deltaY }: WheelEvent): void {
      if (deltaY < 0 && isSticky.current && (box.current?.scrollTop ?? 0) > 0) setSticky(false);
    },
    goToEnd(): void {
      const element = box.current;
      element?.scrollTo(0, element.scrollHeight);
      setSticky(true);
    },
  };
}
