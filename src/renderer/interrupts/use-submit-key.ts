import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type RefObject,
} from 'react';

/** A key press that comes sooner after the questions changed was on its way to the ones before: milliseconds. */
const tooSoonMs = 500;

/**
 * Submits on Ctrl+Enter (Command+Enter on a Mac) wherever the focus in the pane is, the tab panel around it included. Fields
 * that take the key themselves call `preventDefault`. `questions` names what is asked: a held key, or one pressed right
 * after the questions changed, decides nothing.
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
      // React hands on what happens in menus and dialogs that the pane opened; they lie elsewhere in the document.
      if (!(target instanceof Node) || !currentTarget.contains(target) || !isSubmitKey(nativeEvent)) return;
      // A button would take the key for a click.
      event.preventDefault();
      if (!event.repeat) submitByKey();
    },
  };
}

function isSubmitKey(event: globalThis.KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, isComposing, defaultPrevented } = event;
  return key === 'Enter' && (ctrlKey || metaKey) && !isComposing && !defaultPrevented;
}
