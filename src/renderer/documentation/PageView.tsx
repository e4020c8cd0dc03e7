import { useLayoutEffect, useMemo, useRef } from 'react';
import { OwnMarkdown, type MarkdownParts } from '../shared-ui/markdown/Markdown.tsx';
import { textOf } from '../shared-ui/markdown/markdown-node.ts';
import { openPage, type PageLocation } from './documentation-store.ts';
import { pageGroups } from './pages.ts';
import { documentationPage, type DocumentationPage } from './read-page.ts';
import styles from './Documentation.module.css';

const idPrefix = 'documentation-';

export function PageView({ location: { path, anchor } }: { readonly location: PageLocation }) {
  const body = useRef<HTMLDivElement>(null);
  const page = documentationPage(path);
  const parts = useMemo(() => page && partsOf(page), [page]);
  useLayoutEffect(() => {
    const top = body.current;
    if (top === null) return;
    const target = anchor === null ? null : document.getElementById(idPrefix + anchor);
    if (target) target.scrollIntoView();
    else top.scrollTop = 0;
    // The link that was followed is gone, and so is the focus.
    (target ?? top).focus({ preventScroll: true });
  }, [anchor]);
  if (page === null || parts === null) return null;
  const all = pageGroups.flatMap(({ pages }) => pages);
  const index = all.findIndex((one) => one.path === path);
  return (
    <div className={styles.body} ref={body} tabIndex={-1}>
      <article className={styles.page} aria-label={page.title}>
        <OwnMarkdown nodes={page.nodes} parts={parts} />
      </article>
      <nav className={styles.neighbours} aria-label="Previous and next page">
        <Neighbour label="Previous" page={all[index - 1]} />
        <Neighbour label="Next" page={all[index + 1]} />
      </nav>
    </div>
  );
}

interface NeighbourProps {
  readonly label: string;
  readonly page: { readonly path: string; readonly title: string } | undefined;
}

function Neighbour({ label, page }: NeighbourProps) {
  if (page === undefined) return <span />;
  return (
    <button
      type="button"
      className={styles.neighbour}
      onClick={() => openPage({ path: page.path, anchor: null })}
    >
      <span>{label}</span>
      {page.title}
    </button>
  );
}

function partsOf({ path, anchors }: DocumentationPage): MarkdownParts {
  return {
    heading: (node, content) => {
      // The drawer's own title is the heading above all pages.
      const Heading = (['h3', 'h3', 'h4', 'h5'] as const)[(node.level ?? 1) - 1] ?? 'h6';
      return (
        <Heading id={idPrefix + (anchors.get(node) ?? '')} tabIndex={-1} data-level={node.level}>
          {content}
        </Heading>
      );
    },
    link: (node, content) => {
      const { href = '' } = node;
      const target = resolveLink(href, path);
      if (target !== null) {
        return (
          <button type="button" className={styles.link} onClick={() => openPage(target)}>
            {content}
          </button>
        );
      }
      // The window has no links to elsewhere: an address can be read. Files of the repository are not here.
      if (!/^https?:/.test(href)) return <em>{content}</em>;
      return textOf(node) === href ? (
        <code>{href}</code>
      ) : (
        <>
          {content} (<code>{href}</code>)
        </>
      );
    },
    image: () => null,
  };
}

// Where a link of a page leads within the documentation; `null` for other targets, such as the sources of the studio.
// `from`: path of the page that has the link.
export function resolveLink(href: string, from: string): PageLocation | null {
  if (/^[a-z]+:/i.test(href)) return null;
  const [target = '', anchor = ''] = href.split('#');
  const path = target === '' ? from : joinPath(from, target);
  return path !== null && documentationPage(path) !== null
    ? { path, anchor: anchor === '' ? null : anchor }
    : null;
}

// Relative to the folder of `from`; `null` outside of `docs`.
function joinPath(from: string, target: string): string | null {
  const parts = from.split('/').slice(0, -1);
  for (const part of target.replace(/\.md$/, '').split('/')) {
    if (part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}
