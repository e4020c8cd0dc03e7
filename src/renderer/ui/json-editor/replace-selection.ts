import { EditorView } from '@codemirror/view';
import type { Extension } from '@codemirror/state';

/**
 * Replaces what is selected by what is typed, in place of the browser. Browsers put the styles of what was there on what
 * takes its place, as style attributes, which the page's policy blocks with a warning for each. Text that is being composed
 * stays with the browser.
 */
export const replaceSelection: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.state.readOnly) return false;
    // What the page has selected: the editor hears of it a moment later.
    const selection = view.contentDOM.ownerDocument.getSelection();
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
    if (!range || range.collapsed || !view.contentDOM.contains(range.commonAncestorContainer)) return false;
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    view.dispatch({
      changes: { from, to, insert: data },
      selection: { anchor: from + view.state.toText(data).length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    event.preventDefault();
    return true;
  },
});
