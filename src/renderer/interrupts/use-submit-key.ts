import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type RefObject,
} from 'react';

// A key pressed this soon after the questions changed was meant for the previous ones. Milliseconds.
const tooSoonMs = 500;

/**
 * Submits on Ctrl+Enter (Command+Enter on a Mac) anywhere in the pane and its tab panel. Fields that handle
 * the key call `preventDefault`. `questions` identifies the questions: a held key, or one pressed right after
 * they changed, is ignored.
 */
export function useSubmitKey(pane: RefObject<HTMLElement | null>, questions: string, submit: () => void) {
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  const before = useRef(questions);
  useLayoutEffect(() => {
    if (before.current === questions) return;
    before.current = questions;
    shownAt.current = performance.now();
  }, [questions]);
  const submitByKey = (): void => {
    if (performance.now() - shownAt.current >= tooSoonMs) submit();
  };
  const onPanelKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.target !== event.currentTarget || !isSubmitKey(event)) return;
    event.preventDefault();
    if (!event.repeat) submitByKey();
  });
  useEffect(() => {
    const panel = pane.current?.closest<HTMLElement>('[role=tabpanel]');
    if (!panel) return;
    const listener = (event: globalThis.KeyboardEvent): void => onPanelKey(event);
    panel.addEventListener('keydown', listener);
    return () => panel.removeEventListener('keydown', listener);
  }, [pane]);
  return {
    submitByKey,
    onKeyDown: (event: KeyboardEvent): void => {
      const { target, currentTarget, nativeEvent } = event;
      // React also bubbles events from menus and dialogs opened by the pane, which are elsewhere in the
      // document.
      if (!(target instanceof Node) || !currentTarget.contains(target) || !isSubmitKey(nativeEvent)) return;
      // A button would treat the key as a click.
      event.preventDefault();
      if (!event.repeat) submitByKey();
    },
  };
}

function isSubmitKey(event: globalThis.KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, isComposing, defaultPrevented } = event;
  return key === 'Enter' && (ctrlKey || metaKey) && !isComposing && !defaultPrevented;
}
