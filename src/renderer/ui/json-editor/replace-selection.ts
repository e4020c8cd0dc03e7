import { EditorView } from '@codemirror/view';
import type { Extension } from '@codemirror/state';

// Replaces the selection with the typed text instead of letting the browser do it. Browsers would copy the
// old styles as style attributes, which the content policy blocks with warnings. Text under composition is
// left to the browser.
export const replaceSelection: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.state.readOnly) return false;
    // The page's selection; the editor's own is updated a moment later.
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
