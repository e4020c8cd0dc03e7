import { sameJson } from 'exact-json';
import {
  ComparePart,
  maxPartLength,
  type ComparedPart,
  type Comparison,
  type PartText,
} from '../../shared/model/comparison.ts';
import { comparableText } from '../common/comparable-text.ts';
import { alignExecutions } from './align-executions.ts';
import type { SideContent, SideText } from './side-content.ts';

export function compareSides(left: SideContent, right: SideContent): Comparison {
  return {
    left: left.facts,
    right: right.facts,
    parts: ComparePart.options.flatMap((part) => {
      const a = left.parts.get(part);
      const b = right.parts.get(part);
      // What neither has is no difference to show.
      return a && b && (hasContent(a) || hasContent(b)) ? comparePart(part, a, b) : [];
    }),
    executions:
      left.executions && right.executions ? alignExecutions(left.executions, right.executions) : null,
  };
}

function hasContent({ text, isKnown }: SideText): boolean {
  return text !== null || !isKnown;
}

function comparePart(part: ComparePart, left: SideText, right: SideText): ComparedPart {
  const equal = areEqual(left, right);
  return {
    part,
    equal,
    onlyIds: equal === false && differsOnlyInIds(left, right),
    left: toPartText(left),
    right: toPartText(right),
  };
}

function areEqual(left: SideText, right: SideText): boolean | null {
  if (!left.isKnown || !right.isKnown) return null;
  if (left.text === null || right.text === null) return left.text === right.text;
  return sameJson(left.text, right.text);
}

// Longer texts are not looked at a second time, because nothing else goes on meanwhile. In UTF-16 units.
const maxLengthWithIds = 16_000_000;

function differsOnlyInIds(left: SideText, right: SideText): boolean {
  if (left.text === null || right.text === null) return false;
  if (left.text.length + right.text.length > maxLengthWithIds) return false;
  return comparableText(left.text) === comparableText(right.text);
}

function toPartText({ text, isKnown, note }: SideText): PartText {
  return {
    isKnown,
    length: text?.length ?? null,
    text: text !== null && text.length <= maxPartLength ? text : null,
    note,
  };
}
