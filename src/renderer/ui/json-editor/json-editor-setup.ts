import { closeCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { forceLinting, linter, lintKeymap, type Diagnostic } from '@codemirror/lint';
import {
  Annotation,
  Compartment,
  EditorState,
  Prec,
  StateEffect,
  StateField,
  type Extension,
} from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, type ViewUpdate } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { JsonSyntaxError, parseTree } from 'exact-json';
import { editorInvisiblePattern } from '../../../shared/escape-invisible.ts';
import { cspNonce } from '../csp-nonce.ts';
import type { JsonProblem } from './json-editor-props.ts';
import { replaceSelection } from './replace-selection.ts';
import { setSchemaEffect, schemaCompletion, lintAgainstSchema } from './schema-completion.ts';

// Marks changes made by React, so that they are not reported back to React.
const fromOutside = Annotation.define<boolean>();

export const editable = new Compartment();

const problemsEffect = StateEffect.define<readonly JsonProblem[]>();
const problemsField = StateField.define<readonly JsonProblem[]>({
  create: () => [],
  update: (problems, transaction) =>
    transaction.effects.findLast((effect) => effect.is(problemsEffect))?.value ?? problems,
});

export interface JsonEditorSetup {
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => boolean;
  // Whether Tab leaves the editor: after Escape, until something is typed or the focus goes.
  readonly onTabLeaves: (leaves: boolean) => void;
}

export function createJsonEditor(parent: HTMLElement, setup: JsonEditorSetup): EditorView {
  const keepTab = (view: EditorView): void => {
    view.setTabFocusMode(false);
    setup.onTabLeaves(false);
  };
  const nonce = cspNonce();
  const extensions: Extension[] = [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run: setup.onSubmit }])),
    history(),
    replaceSelection,
    drawSelection(),
    highlightSpecialChars({ addSpecialChars: editorInvisiblePattern }),
    indentOnInput(),
    indentUnit.of('  '),
    bracketMatching(),
    foldGutter(),
    json(),
    schemaCompletion,
    problemsField,
    linter(findProblems, { delay: 300, needsRefresh: hasNewProblems }),
    linter(findMisfits, { delay: 300, needsRefresh: hasNewProblems }),
    syntaxHighlighting(colours),
    theme,
    EditorView.lineWrapping,
    editable.of([]),
    keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, indentWithTab]),
    // Editable elements are focusable anyway; the attribute is for tools that check for one.
    EditorView.contentAttributes.of({ 'aria-label': setup.label, tabindex: '0' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((one) => one.annotation(fromOutside))) {
        setup.onChange(update.state.doc.toString());
        keepTab(update.view);
      }
    }),
    ...(nonce === undefined ? [] : [EditorView.cspNonce.of(nonce)]),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: setup.text, extensions }) });
  // CodeMirror's own rule gives Tab away for two seconds only. It also ignores an Escape that a dialog around it has
  // handled, hence a listener of the page.
  view.dom.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || view.state.readOnly) return;
      if (closeCompletion(view)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      view.setTabFocusMode(true);
      setup.onTabLeaves(true);
    },
    true,
  );
  view.dom.addEventListener('focusout', () => keepTab(view));
  return view;
}

export function setSchema(view: EditorView, schemaText: string | null): void {
  view.dispatch({ effects: setSchemaEffect.of(schemaText) });
}

// Keeps the cursor where possible. Does nothing if the text is unchanged.
export function changeText(view: EditorView, text: string): void {
  const current = view.state.doc.toString();
  if (current === text) return;
  view.dispatch({
    changes: { from: 0, to: current.length, insert: text },
    annotations: fromOutside.of(true),
  });
}

export function setProblems(view: EditorView, problems: readonly JsonProblem[]): void {
  if (problems.length === 0 && view.state.field(problemsField).length === 0) return;
  view.dispatch({ effects: problemsEffect.of(problems) });
  forceLinting(view);
}

function hasNewProblems(update: ViewUpdate): boolean {
  return (
    update.startState.field(problemsField) !== update.state.field(problemsField) ||
    update.transactions.some(({ effects }) => effects.some((effect) => effect.is(setSchemaEffect)))
  );
}

function findProblems(view: EditorView): readonly Diagnostic[] {
  const text = view.state.doc.toString();
  return [...syntaxProblems(text), ...givenProblems(view)];
}

function givenProblems(view: EditorView): readonly Diagnostic[] {
  const { length } = view.state.doc;
  return view.state.field(problemsField).map(({ from, to, message }) => ({
    from: Math.min(from, length),
    to: Math.min(to ?? from, length),
    severity: 'error',
    message,
  }));
}

// Checked asynchronously, after the syntax.
async function findMisfits(view: EditorView): Promise<readonly Diagnostic[]> {
  const misfits = await lintAgainstSchema(view.state);
  const callerProblems = givenProblems(view);
  // The caller may report the same problem more precisely.
  return misfits
    .filter(({ from }) => !callerProblems.some((one) => one.from === from))
    .map(({ from, to, message }): Diagnostic => ({ from, to, severity: 'warning', message }));
}

// An empty text is incomplete, not invalid.
function syntaxProblems(text: string): readonly Diagnostic[] {
  if (text.trim() === '') return [];
  try {
    parseTree(text);
    return [];
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const errorOffset = Math.min(error.offset, text.length);
    return [
      {
        from: errorOffset,
        to: Math.min(errorOffset + 1, text.length),
        severity: 'error',
        message: error.message,
      },
    ];
  }
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: tags.number, color: 'var(--wait)' },
  { tag: [tags.bool, tags.null], color: 'var(--run)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--t-2)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--t-1)', backgroundColor: 'transparent', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--t-1)' },
  '.cm-line': { padding: '0 8px 0 2px' },
  '.cm-cursor': { borderLeftColor: 'var(--t-1)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--t-3)' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 3px' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--bg-3)',
    border: '1px solid var(--line-2)',
    color: 'var(--t-2)',
    padding: '0 5px',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-matchingBracket': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--bg-3)',
    outline: '1px solid var(--line-3)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { color: 'var(--fail)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--fail)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--wait)',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--wait)', padding: '4px 8px' },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--fail)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--bg-3)',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--r-1)',
    boxShadow: 'var(--shadow)',
    color: 'var(--t-1)',
    fontFamily: 'var(--font)',
  },
  '.cm-schema-hover': {
    maxWidth: '320px',
    padding: '5px 9px',
    fontSize: '12px',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: '12px',
    maxHeight: '180px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent-bg)', color: 'var(--t-1)' },
  '.cm-completionDetail': { color: 'var(--t-2)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { color: 'var(--accent)', textDecoration: 'none' },
  '.cm-tooltip.cm-completionInfo': { maxWidth: '280px', padding: '5px 9px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--fail)', padding: '4px 8px' },
  '.cm-panels': { backgroundColor: 'var(--bg-2)', color: 'var(--t-1)', borderColor: 'var(--line)' },
});
