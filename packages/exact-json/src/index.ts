// The door of the package.

// Scanning: text to nodes, members and positions.
export { compactJson, formatJson } from './format.ts';
export {
  elementTexts,
  memberText,
  memberTexts,
  mergeMembers,
  pickMemberTexts,
  type MemberText,
} from './object-members.ts';
export {
  decodeString,
  parseTree,
  type JsonArrayNode,
  type JsonLeafNode,
  type JsonMember,
  type JsonNode,
  type JsonObjectNode,
} from './parse-tree.ts';
export { isNestedDeeperThan, numberEnd, skipSpace, stringEnd, validStringEnd } from './scanner.ts';
export { JsonSyntaxError } from './syntax-error.ts';
export { commonPrefixLength, commonSuffixLength, type CommonAffixes } from './common-affixes.ts';

// Numbers that a double can't hold, and values that keep their text.
export { ExactNumber } from './exact-number.ts';
export { JsonText } from './json-text.ts';
export { parseExact } from './parse-exact.ts';
export { stringifyExact } from './stringify-exact.ts';
export { findUnsafeNumbers, isExactDouble, type Exactness, type NumberSpan } from './unsafe-numbers.ts';

// An index of large texts, to walk, search and update without parsing.
export {
  buildIndex,
  childrenOf,
  memberIndexes,
  IndexBuilder,
  isMember,
  keyAt,
  readColumn,
  textAt,
  valueKindOf,
  type StructuralIndex,
  type ValueKind,
} from './structural-index.ts';
export { updateIndex } from './index-update.ts';
export { searchJson } from './search.ts';
export {
  javaScriptPath,
  pathAt,
  pythonPath,
  resolveJsonPointer,
  toJsonPointer,
  type JsonPath,
} from './json-path.ts';

// Edits that leave the rest of a text as it is.
export { applyEdit, JsonEditError, type JsonEdit } from './apply-edit.ts';
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
} from './text-edits.ts';
export { applySplice, revertSplice, spliceBetween, type TextSplice } from './text-splice.ts';

// Comparison of values and of whole texts.
export { changedMembers, containsJson, lastByKey, sameJson, type ChangedMember } from './compare.ts';
export { diffIndexed, diffJson, indexText, type IndexedText, type JsonDifference } from './diff.ts';
export { longestIncreasingSubsequence } from './align-sequences.ts';
