import { gitleaksRules } from './gitleaks-rules.ts';
import { additionalRules } from './additional-rules.ts';
import type { ScrubRule } from './scrub-rule.ts';

export const scrubRules: readonly ScrubRule[] = [...additionalRules, ...gitleaksRules];

// A boundary where a word begins, also behind an escape such as `\n` or `%20`.
const wordStart = String.raw`(?:(?<!\w)|(?<=\\[nrtbfv"]|%[0-9A-Fa-f]{2}|\\u[0-9a-fA-F]{4}))`;

// oxlint-disable-next-line studio/no-module-state -- a rule has one expression
const compiled = new Map<ScrubRule, RegExp>();

function expressionOf(rule: ScrubRule): RegExp {
  let expression = compiled.get(rule);
  if (!expression) {
    const start = rule.pattern.startsWith(String.raw`\b`) ? wordStart + rule.pattern.slice(2) : rule.pattern;
    // What follows a token without a break is part of it.
    const end = rule.isAssigned === true || /\$\)?$|\\b\)?$/.test(start) ? '' : String.raw`[\w-]*`;
    expression = new RegExp(start + end, 'dg');
    compiled.set(rule, expression);
  }
  return expression;
}

// Replaces what has the form of a secret that a known service issues. `replaceBy` gets the rule's ID and returns what
// stands there instead.
export function replaceSecretForms(
  text: string,
  rules: Iterable<ScrubRule>,
  replaceBy: (ruleId: string) => string,
): string {
  let result = text;
  for (const rule of rules) result = replaceForm(result, rule, replaceBy);
  return result;
}

function replaceForm(text: string, rule: ScrubRule, replaceBy: (ruleId: string) => string): string {
  let result = '';
  let copied = 0;
  for (const match of text.matchAll(expressionOf(rule))) {
    const group = rule.isAssigned === true ? (match.indices?.slice(1).find((range) => range) ?? null) : null;
    const [start, end] = group ?? match.indices?.[0] ?? [0, 0];
    if (start < copied || entropyOf(text.slice(start, end)) < (rule.entropy ?? 0)) continue;
    result += text.slice(copied, start) + replaceBy(rule.id);
    copied = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

// Shannon entropy in bits for each character.
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    entropy -= share * Math.log2(share);
  }
  return entropy;
}
