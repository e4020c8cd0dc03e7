/** Attributes of a part that needs Escape for itself: a dialog around it stays open. */
export const handlesEscape = { 'data-handles-escape': '' };

/** For `onEscapeKeyDown` of a dialog. */
export function leaveEscapeToPart(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-handles-escape]') !== null)
    event.preventDefault();
}
