import ts from 'typescript';

/** Attributes and object properties with visible or announced text. */
const TEXT_PROPERTIES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'caption',
  'confirm',
  'confirmLabel',
  'description',
  'detail',
  'empty',
  'group',
  'heading',
  'help',
  'hint',
  'label',
  'legend',
  'message',
  'name',
  'note',
  'placeholder',
  'reason',
  'subtitle',
  'summary',
  'text',
  'title',
  'tooltip',
]);

/**
 * The strings of a source file that may reach a user, in order, without duplicates. Template placeholders
 * become `{…}`. Decided by syntax alone: JSX text, text properties, and every other literal that reads like a
 * phrase (a space between words, or a capitalized word in JSX).
 */
export function userFacingStrings(fileName: string, source: string): string[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const found = new Set<string>();

  const add = (text: string) => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (isMarkup.test(line)) return;
    if (/\p{L}{2}/u.test(line)) found.add(line);
  };

  const visit = (node: ts.Node): void => {
    if (isNeverShown(node)) return;
    if (ts.isJsxText(node)) add(node.text);
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (isShown(node, node.text)) add(node.text);
    } else if (ts.isTemplateExpression(node)) {
      const text = node.head.text + node.templateSpans.map((span) => '{…}' + span.literal.text).join('');
      if (isShown(node, text)) add(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found];
}

function isNeverShown(node: ts.Node): boolean {
  return (
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTypeNode(node) ||
    (ts.isJsxAttribute(node) && /^(className|style|d|viewBox|points|transform)$/.test(node.name.getText())) ||
    (ts.isPropertyAssignment(node) &&
      /^(className|font|gridTemplate\w*|transform)$/.test(node.name.getText()))
  );
}

function isShown(node: ts.Expression, text: string): boolean {
  const holder = propertyHolding(node);
  if (holder !== undefined && TEXT_PROPERTIES.has(holder)) return /\p{L}/u.test(text);
  return readsLikeAPhrase(text);
}

/** The property or attribute of a literal, also through a condition or the result of a call. */
function propertyHolding(node: ts.Node): string | undefined {
  let at: ts.Node = node;
  while (
    ts.isConditionalExpression(at.parent) ||
    ts.isParenthesizedExpression(at.parent) ||
    ts.isJsxExpression(at.parent)
  ) {
    if (ts.isConditionalExpression(at.parent) && at.parent.condition === at) return undefined;
    at = at.parent;
  }
  const parent = at.parent;
  if (ts.isJsxAttribute(parent)) return parent.name.getText();
  if (ts.isPropertyAssignment(parent)) return parent.name.getText().replace(/['"]/g, '');
  return undefined;
}

/** SVG, HTML, style values, selectors and MIME types, which look like phrases. */
const isMarkup =
  /<\/?(svg|path|rect|text|circle|marker|!doctype)\b|^[\w-]+-src '|charset=|translate\(|sans-serif|\[role=|&\.cm-|^\d+px /;

/** Two words with a space between them, and no code characters. */
function readsLikeAPhrase(text: string): boolean {
  const line = text.trim();
  if (!/\p{L}{2,}['’.,:;!?)]*\s+\S*\p{L}/u.test(line) && !/^\p{Lu}\p{Ll}+[.…]?$/u.test(line)) return false;
  return !/[{};]\s*$|=>|\bvar\(--|(^|\s)[-\w]+-\[|^[@#.:[]|^\(prefers-/u.test(line);
}
