import { clsx } from 'clsx';
import { useMemo } from 'react';
import { commonPrefixLength, formatJson, parseTree, type JsonDifference } from 'exact-json';
import { formatPath } from './format-path.ts';
import { escapeInvisible } from '../../shared/escape-invisible.ts';
import { wordDiff, type DiffSegment } from './word-diff.ts';
import styles from './diff.module.css';

// Limits the displayed length of a side.
const maxShownLength = 600;
// Limits the length of texts that get a word diff in a list.
const maxComparedLength = 2_000_000;
// Displayed length of the common prefix of two long values.
const lead = 40;

export function DiffItem({ difference }: { readonly difference: JsonDifference }) {
  const { path, kind, before, after, from: origin } = difference;
  const segments = useMemo(() => segmentsOf(difference), [difference]);
  const from = useMemo(() => firstShown(difference), [difference]);
  return (
    <>
      <span className={styles.path}>
        {formatPath(path)}{' '}
        <span className={styles.kind}>{kind === 'moved' ? `moved from [${origin ?? ''}]` : kind}</span>
      </span>
      {segments ? (
        <SegmentedText pieces={segments} />
      ) : (
        <>
          {before === null || kind === 'moved' ? null : (
            <Side marker="−" word="before" text={before} from={from} />
          )}
          {after === null ? null : (
            <Side marker={kind === 'moved' ? '↕' : '+'} word="after" text={after} from={from} />
          )}
        </>
      )}
    </>
  );
}

// Strings get a word diff; other values a before and an after.
function segmentsOf({ kind, before, after }: JsonDifference): readonly DiffSegment[] | null {
  if (kind !== 'changed' || !before?.startsWith('"') || !after?.startsWith('"')) return null;
  if (before.length + after.length > maxComparedLength) return null;
  return wordDiff(stringOf(before), stringOf(after));
}

function stringOf(token: string): string {
  return parseTree(token).type === 'string' ? (JSON.parse(token) as string) : token;
}

// A text with its insertions and deletions; cuts long unchanged parts.
function SegmentedText({ pieces }: { readonly pieces: readonly DiffSegment[] }) {
  return (
    <code className={styles.wordDiff}>
      {pieces.map(({ kind, text }, index) => {
        const key = `${index} ${kind}`;
        if (kind === 'added') return <ins key={key}>{escapeInvisible(endCut(text))}</ins>;
        if (kind === 'removed') return <del key={key}>{escapeInvisible(endCut(text))}</del>;
        return <span key={key}>{escapeInvisible(middleCut(text))}</span>;
      })}
    </code>
  );
}

function middleCut(text: string): string {
  if (text.length <= 160) return text;
  // Ends at a word boundary if there is one.
  const head = text.slice(0, 70).replace(/\s+\S{0,20}$/, ' ');
  const tail = text.slice(-70).replace(/^\S{0,20}\s+/, ' ');
  return `${head.trimEnd()} … ${tail.trimStart()}`;
}

// The start of the displayed part of two long values without a word diff: shortly before their first
// difference.
function firstShown({ kind, before, after }: JsonDifference): number {
  if (kind !== 'changed' || before === null || after === null) return 0;
  const head = commonPrefixLength(before, 0, after, 0, Math.min(before.length, after.length));
  return head > maxShownLength / 2 ? head - lead : 0;
}

function endCut(text: string): string {
  return text.length > maxShownLength
    ? `${text.slice(0, maxShownLength)}… ${(text.length - maxShownLength).toLocaleString()} more characters`
    : text;
}

interface SideProps {
  readonly marker: string;
  readonly word: string;
  readonly text: string;
  readonly from: number;
}

function Side({ marker, word, text, from }: SideProps) {
  const style = marker === '↕' ? styles.moved : word === 'before' ? styles.removed : styles.added;
  return (
    <code className={clsx(styles.side, style)}>
      <span aria-hidden="true">{marker}</span>
      <span>
        <span className="visually-hidden">{word}: </span>
        {escapeInvisible(endCut(from > 0 ? `… ${text.slice(from)}` : inLines(text)))}
      </span>
    </code>
  );
}

// Longer objects and arrays are broken into lines, and a string has the lines that its characters say.
const maxLineLength = 60;

function inLines(text: string): string {
  const isString = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  if (isString && text.includes(String.raw`\n`) && text.length <= maxComparedLength)
    return `"${stringOf(text)}"`;
  const isContainer = /^[[{]/.test(text) && /[\]}]$/.test(text);
  return isContainer && text.length > maxLineLength && text.length <= maxShownLength
    ? formatJson(text)
    : text;
}
