import { useEffect, useRef, useState } from 'react';
import type { MarkdownBlock } from './markdown-node.ts';
import { MarkdownParser } from './markdown-parser.ts';
import { startMarkdownWorker } from './start-markdown-worker.ts';

const shared = new MarkdownParser(startMarkdownWorker);

// Shortest time between two parses of a text that grows, in milliseconds.
const intervalMs = 250;

const syntax = /[*_`#>[\]|~<&\\]|^ {0,3}(?:[-+]|\d+[.)])\s|^ {4}|^[ \t]*(?:-{3,}|={3,})|https?:|www\./m;

// Whether a text may contain Markdown at all: most short ones don't. Runs in the page on texts of any length,
// so it takes a time that only grows with the length.
export function mayHaveMarkdown(text: string): boolean {
  return syntax.test(text);
}

export interface ParsedMarkdown {
  readonly source: string;
  readonly blocks: readonly MarkdownBlock[];
}

// The blocks of a text, or of its start while it grows; `null` as long as there are none, and for a text that
// is shown as it is.
export function useMarkdown(text: string): ParsedMarkdown | null {
  const [parsed, setParsed] = useState<ParsedMarkdown | null>(() => {
    const blocks = shared.cached(text);
    return blocks ? { source: text, blocks } : null;
  });
  const last = useRef({ at: Number.NEGATIVE_INFINITY, failed: '' });
  useEffect(() => {
    const { at, failed } = last.current;
    // What took too long takes longer with more text.
    if (!mayHaveMarkdown(text) || (failed !== '' && text.startsWith(failed))) return;
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        last.current.at = performance.now();
        void shared.parse(text, abort.signal).then((blocks) => {
          if (blocks === null) last.current.failed = text;
          else setParsed({ source: text, blocks });
        });
      },
      Math.max(0, at + intervalMs - performance.now()),
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return parsed !== null && text.startsWith(parsed.source) ? parsed : null;
}
