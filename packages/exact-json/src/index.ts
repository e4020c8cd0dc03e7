// The door of the package.

// Scanning: text to nodes, members and positions.
export { compactJson, formatJson } from './scan/format.ts';
export {
  elementTexts,
  memberText,
  memberTexts,
  pickMemberTexts,
  type MemberText,
} from './scan/object-members.ts';
export {
  decodeString,
  parseTree,
  type JsonArrayNode,
  type JsonLeafNode,
  type JsonMember,
  type JsonNode,
  type JsonObjectNode,
} from './scan/parse-tree.ts';
export { isNestedDeeperThan, numberEnd, skipSpace, stringEnd, validStringEnd } from './scan/scanner.ts';
export { JsonSyntaxError } from './scan/syntax-error.ts';
export { commonPrefixLength, commonSuffixLength, type CommonAffixes } from './scan/common-affixes.ts';

// Numbers that a double can't hold, and values that keep their text.
export { ExactNumber } from './numbers/exact-number.ts';
export { JsonText } from './numbers/json-text.ts';
export { parseExact } from './numbers/parse-exact.ts';
export { stringifyExact } from './numbers/stringify-exact.ts';
export {
  findUnsafeNumbers,
  isExactDouble,
  type Exactness,
  type NumberSpan,
} from './numbers/unsafe-numbers.ts';

// An index of large texts, to walk, search and update without parsing.
export {
  buildIndex,
  childrenOf,
  IndexBuilder,
  isMember,
  keyAt,
  readColumn,
  textAt,
  valueKindOf,
  type StructuralIndex,
  type ValueKind,
} from './structural-index/structural-index.ts';
export { updateIndex } from './structural-index/index-update.ts';
export { searchJson } from './structural-index/search.ts';
export {
  javaScriptPath,
  pathAt,
  pythonPath,
  resolveJsonPointer,
  toJsonPointer,
  type JsonPath,
} from './structural-index/json-path.ts';

// Edits that leave the rest of a text as it is.
export { applyEdit, JsonEditError, type JsonEdit } from './edit/apply-edit.ts';
export { mergeMembers } from './edit/merge-members.ts';
export {
  appendItem,
  insertItem,
  moveItem,
  removeItem,
  removeMember,
  renameMember,
  replaceValue,
  setMember,
  swapItems,
  type ArraySpan,
  type ObjectSpan,
  type TextSpan,
} from './edit/text-edits.ts';
export { applySplice, revertSplice, spliceBetween, type TextSplice } from './edit/text-splice.ts';

// Comparison of values and of whole texts.
export { changedMembers, containsJson, lastByKey, sameJson, type ChangedMember } from './diff/compare.ts';
export { diffIndexed, diffJson, indexText, type IndexedText, type JsonDifference } from './diff/diff.ts';
export { longestIncreasingSubsequence } from './diff/align-sequences.ts';
