import { useState, type ReactNode } from 'react';
import { decodeString, memberText, parseTree, type JsonNode } from 'exact-json';
import { safeImageUrl } from '../shared-ui/safe-image-url.ts';
import { CodeText } from '../ui/display/CodeText.tsx';
import styles from './ValueView.module.css';
import { truncate } from '../../shared/truncate.ts';

export interface ValueViewProps {
  readonly text: string;
  readonly label: string;
  readonly renderMessage: (messageText: string) => ReactNode;
}

// Longer values are shown as truncated text; a tree would make the card stutter.
const maxTreeLength = 200_000;
const maxTextLength = 20_000;
// Members shown per level.
const maxMembers = 100;
// Deeper levels are shown as text, because each level is a nested element.
const deepestTree = 20;

/** A readable value: strings as text, messages as messages, images as images, everything else as a tree. */
export function ValueView({ text, label, renderMessage }: ValueViewProps) {
  if (text.length > maxTreeLength && !text.startsWith('"')) {
    return (
      <>
        <CodeText label={label} text={text.slice(0, maxTextLength)} wrap maxHeight={240} />
        <p className={styles.more}>
          The first {maxTextLength.toLocaleString('en')} of {text.length.toLocaleString('en')} characters.
          Copy the value to see the rest.
        </p>
      </>
    );
  }
  return <Node text={text} node={parseTree(text)} depth={0} renderMessage={renderMessage} />;
}

interface NodeProps {
  readonly text: string;
  readonly node: JsonNode;
  readonly depth: number;
  readonly renderMessage: ValueViewProps['renderMessage'];
}

function Node({ text, node, depth, renderMessage }: NodeProps) {
  const valueText = text.slice(node.start, node.end);
  if (node.type === 'string') return <TextValue text={decodeString(valueText)} />;
  if (node.type !== 'object' && node.type !== 'array')
    return <code className={styles.leaf}>{valueText}</code>;
  if (depth > deepestTree) return <code className={styles.leaf}>{truncate(valueText, maxTextLength)}</code>;
  if (isMessage(valueText)) return <>{renderMessage(valueText)}</>;
  const members =
    node.type === 'object'
      ? node.members.map(({ key, value }) => ({ key, value }))
      : node.items.map((value, index) => ({ key: String(index), value }));
  if (members.length === 0)
    return <code className={styles.leaf}>{node.type === 'object' ? '{}' : '[]'}</code>;
  if (node.type === 'array' && node.items.every((item) => isMessage(text.slice(item.start, item.end)))) {
    return node.items
      .slice(0, maxMembers)
      .map((item) => <div key={item.start}>{renderMessage(text.slice(item.start, item.end))}</div>);
  }
  return (
    <div className={styles.members}>
      {members.slice(0, maxMembers).map(({ key, value }) => (
        <Member
          key={value.start}
          name={key}
          text={text}
          node={value}
          depth={depth}
          renderMessage={renderMessage}
        />
      ))}
      {members.length > maxMembers ? (
        <p className={styles.more}>{(members.length - maxMembers).toLocaleString('en')} more</p>
      ) : null}
    </div>
  );
}

function Member({ name, ...rest }: NodeProps & { readonly name: string }) {
  const { text, node, depth } = rest;
  const [open, setOpen] = useState(false);
  const size = node.type === 'object' ? node.members.length : node.type === 'array' ? node.items.length : 0;
  // Closed levels are not rendered.
  if (size > 0 && depth >= 1) {
    return (
      <details className={styles.collapse} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {name} <span className={styles.size}>{node.type === 'array' ? `[${size}]` : `{${size}}`}</span>
        </summary>
        {open ? <Node {...rest} depth={depth + 1} /> : null}
      </details>
    );
  }
  const isBlock = size > 0 || (node.type === 'string' && text.slice(node.start, node.end).length > 80);
  return (
    <div className={styles.member} data-block={isBlock}>
      <span className={styles.key}>{name}</span>
      <div>
        <Node {...rest} depth={depth + 1} />
      </div>
    </div>
  );
}

function TextValue({ text }: { readonly text: string }) {
  if (text.startsWith('data:image/')) {
    return safeImageUrl.test(text) ? (
      <img className={styles.image} src={text} alt="Sent with the value" />
    ) : (
      <span className={styles.more}>Unsupported image type ({text.length} characters)</span>
    );
  }
  if (text === '') return <code className={styles.leaf}>""</code>;
  return <span className={styles.text}>{truncate(text, maxTextLength)}</span>;
}

const messageTypes =
  /^"(human|user|ai|assistant|tool|system|AIMessage(Chunk)?|HumanMessage|ToolMessage|SystemMessage)"$/;

function isMessage(text: string): boolean {
  if (!text.startsWith('{')) return false;
  const type = memberText(text, 'type') ?? memberText(text, 'role');
  return type !== null && messageTypes.test(type) && memberText(text, 'content') !== null;
}
