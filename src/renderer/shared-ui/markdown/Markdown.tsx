import { createContext, memo, use, useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { sizeText } from '../../ui/display/format.ts';
import { RemoteImage } from '../RemoteImage.tsx';
import { safeImageUrl } from '../safe-image-url.ts';
import { textOf, type MarkdownBlock, type MarkdownElement, type MarkdownNode } from './markdown-node.ts';
import { useMarkdown } from './use-markdown.ts';
import styles from './Markdown.module.css';
import { truncate } from '../../../shared/truncate.ts';

// Characters shown before "Show all", and at most at once.
const initialLength = 6000;
const maxLength = 200_000;

export function Markdown({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  const isLong = text.length > initialLength * 1.5;
  const visibleText = isLong ? text.slice(0, open ? maxLength : initialLength) : text;
  const parsed = useMarkdown(visibleText);
  const unparsedText = parsed === null ? visibleText : visibleText.slice(parsed.source.length);
  return (
    <div className={styles.markdown}>
      {parsed?.blocks.map((block, index) => (
        <Block key={String(index)} block={block} />
      ))}
      {unparsedText === '' ? null : (
        <p className={styles.paragraph}>
          {unparsedText}
          {visibleText.length < text.length ? '…' : ''}
        </p>
      )}
      {isLong ? (
        <button type="button" className={styles.more} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show all (${sizeText(text.length)})`}
        </button>
      ) : null}
    </div>
  );
}

/** How a text of the studio itself has its headings, links and images. Each gets its content; `null` omits it. */
export interface MarkdownParts {
  readonly heading: (node: MarkdownElement, content: ReactNode) => ReactNode;
  readonly link: (node: MarkdownElement, content: ReactNode) => ReactNode;
  readonly image: (node: MarkdownElement) => ReactNode;
}

const MarkdownPartsContext = createContext<MarkdownParts | null>(null);

export function OwnMarkdown({
  nodes,
  parts,
}: {
  readonly nodes: readonly MarkdownNode[];
  readonly parts: MarkdownParts;
}) {
  return (
    <MarkdownPartsContext value={parts}>
      <div className={clsx(styles.markdown, styles.own)}>
        {nodes.map((node, index) => (
          <Node key={String(index)} node={node} />
        ))}
      </div>
    </MarkdownPartsContext>
  );
}

// While a text grows, only its last block changes.
const Block = memo(
  function MarkdownBlockView({ block }: { readonly block: MarkdownBlock }) {
    return <Node node={block.node} />;
  },
  (before, after) =>
    before.block.source === after.block.source &&
    JSON.stringify(before.block.node) === JSON.stringify(after.block.node),
);

function Node({ node }: { readonly node: MarkdownNode }): ReactNode {
  const parts = use(MarkdownPartsContext);
  if (typeof node === 'string') return node;
  const { kind } = node;
  const children = <Children of={node} />;
  if (parts !== null && kind === 'heading') return parts.heading(node, children);
  if (parts !== null && kind === 'link') return parts.link(node, children);
  if (parts !== null && kind === 'image') return parts.image(node);
  switch (kind) {
    case 'paragraph':
      return <div className={styles.paragraph}>{children}</div>;
    case 'heading':
      // A heading of the page's outline would be the server's word in the studio's structure.
      return (
        <div className={styles.heading} data-level={Math.min(node.level ?? 1, 4)}>
          {children}
        </div>
      );
    case 'quote':
      return <blockquote className={styles.quote}>{children}</blockquote>;
    case 'list':
      return <ul className={styles.list}>{children}</ul>;
    case 'ordered':
      return (
        <ol className={styles.list} start={node.level ?? 1}>
          {children}
        </ol>
      );
    case 'item':
      return (
        <li data-task={node.checked !== undefined}>
          {node.checked === undefined ? null : (
            <span className={styles.task} role="img" aria-label={node.checked ? 'Done' : 'Open'}>
              {node.checked ? '☑' : '☐'}
            </span>
          )}
          {children}
        </li>
      );
    case 'codeBlock':
      return <CodeBlock node={node} />;
    case 'rule':
      return <hr className={styles.rule} />;
    case 'table':
      return <Table node={node} />;
    case 'row':
    case 'cell':
      return children;
    case 'emphasis':
      return <em>{children}</em>;
    case 'strong':
      return <strong>{children}</strong>;
    case 'strike':
      return <del>{children}</del>;
    case 'code':
      return <code className={styles.code}>{children}</code>;
    case 'link':
      return <Link node={node} />;
    case 'image':
      return <Image node={node} />;
    case 'break':
      return <br />;
  }
}

function Children({ of: { children } }: { readonly of: MarkdownElement }) {
  return children.map((child, index) => <Node key={String(index)} node={child} />);
}

function CodeBlock({ node }: { readonly node: MarkdownElement }) {
  const text = textOf(node);
  return (
    <div className={styles.codeBlock}>
      <div className={styles.codeHead}>
        <span>{node.language ?? ''}</span>
        <CopyButton label="Copy the code" text={text} />
      </div>
      <pre {...scrollableGroupProps('Code')}>{text}</pre>
    </div>
  );
}

function Table({ node }: { readonly node: MarkdownElement }) {
  const rows = node.children.filter((row) => typeof row !== 'string');
  const [head, ...body] = rows;
  const cellsOf = (row: MarkdownElement | undefined): MarkdownElement[] =>
    (row?.children ?? []).filter((cell) => typeof cell !== 'string');
  return (
    <div className={styles.tableFrame} {...scrollableGroupProps('Table')}>
      <table>
        <thead>
          <tr>
            {cellsOf(head).map((cell, index) => (
              <th key={String(index)} scope="col">
                <Node node={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, line) => (
            <tr key={String(line)}>
              {cellsOf(row).map((cell, index) => (
                <td key={String(index)}>
                  <Node node={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// Its text with the real target beside it: the window has no links.
function Link({ node }: { readonly node: MarkdownElement }) {
  const { href = '' } = node;
  const isAddress = textOf(node) === href;
  return (
    <span className={styles.link}>
      {isAddress ? null : (
        <>
          <Children of={node} />{' '}
        </>
      )}
      <code className={styles.address}>{href}</code>
      <CopyButton label={`Copy the address ${href}`} text={href} />
    </span>
  );
}

function Image({ node }: { readonly node: MarkdownElement }) {
  const { href = '' } = node;
  const label = textOf(node);
  if (safeImageUrl.test(href)) return <img className={styles.image} src={href} alt={label} />;
  if (/^https?:/i.test(href)) {
    return (
      <RemoteImage address={href} label={`${label === '' ? 'image' : label}, not loaded automatically:`} />
    );
  }
  return (
    <span className={styles.link}>
      {label} <code className={styles.address}>{truncate(href, 200)}</code>
    </span>
  );
}
