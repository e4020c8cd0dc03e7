import { EditorView } from '@codemirror/view';
import type { Extension } from '@codemirror/state';

/**
 * Replaces what is selected by what is typed, in place of the browser. Browsers put the styles of what was there on what
 * takes its place, as style attributes, which the page's policy blocks with a warning for each. Text that is being composed
 * stays with the browser.
 */
export const typeOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    const { state } = view;
    if (inputType !== 'insertText' || data === null || isComposing || state.readOnly) return false;
    if (state.selection.ranges.every(({ empty }) => empty)) return false;
    view.dispatch(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});
