import { Paperclip, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { sizeText } from '../../ui/display/format.ts';
import { maxAttachmentBytes, otherMembers } from './chat-message.ts';
import { acceptedFiles, blockFor, declaredLabel, type DeclaredBlock } from './content-blocks.ts';
import { readAttachments } from './read-attachments.ts';
import type { ChangeOfDraft, ChatDraft } from './use-chat-draft.ts';
import styles from './ChatInput.module.css';

export interface ChatInputProps {
  readonly draft: ChatDraft;
  readonly onChange: (next: ChangeOfDraft) => void;
  readonly inputText: string;
  readonly messagesKey: string;
  // The content blocks for files that the schema declares; `null` if it does not say.
  readonly blocks: readonly DeclaredBlock[] | null;
  readonly onSend: () => void;
  readonly actions?: ReactNode;
}

export function ChatInput(props: ChatInputProps) {
  const { draft, onChange, inputText, messagesKey, blocks, onSend, actions = null } = props;
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const undeclared =
    blocks === null ? [] : draft.attachments.filter((one) => blockFor(blocks, one.mimeType) === null);
  const accept = acceptedFiles(blocks);
  const others = otherMembers(inputText, messagesKey);
  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    const read = await readAttachments(draft.attachments, files);
    setProblem(read.problem);
    onChange((now) => ({ attachments: [...now.attachments, ...read.attachments] }));
  };
  const takeNow = (files: FileList | null): void =>
    void take([...(files ?? [])]).catch(() => setProblem('Could not read a file.'));
  return (
    <div
      className={styles.chat}
      data-over={isOver}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        takeNow(event.dataTransfer.files);
      }}
    >
      <textarea
        className={styles.message}
        aria-label="Message"
        placeholder="Write a message"
        rows={3}
        value={draft.text}
        onChange={(event) => onChange(() => ({ text: event.target.value }))}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          takeNow(event.clipboardData.files);
        }}
        onKeyDown={(event) => {
          // Enter that ends an IME composition must not send (some input methods report key code 229).
          if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          event.preventDefault();
          onSend();
        }}
      />
      {draft.attachments.length === 0 ? null : (
        <ul className={styles.attachments} aria-label="Attachments">
          {draft.attachments.map((one, index) => (
            <li key={`${index} ${one.name}`} className={styles.attachment}>
              {one.mimeType.startsWith('image/') ? (
                <img src={`data:${one.mimeType};base64,${one.data}`} alt="" className={styles.thumb} />
              ) : null}
              <span className={styles.fileName} title={one.name}>
                {one.name}
              </span>
              <span className={styles.size}>{sizeText(one.bytes)}</span>
              <IconButton
                size="small"
                label={`Remove ${one.name}`}
                icon={<X size={12} aria-hidden />}
                onClick={() =>
                  onChange((now) => ({
                    attachments: now.attachments.filter((_, position) => position !== index),
                  }))
                }
              />
            </li>
          ))}
        </ul>
      )}
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {blocks === null || undeclared.length === 0 ? null : (
        <p className={styles.undeclared} role="status">
          Not declared by the input schema:{' '}
          {undeclared.map(({ name, mimeType }) => `${name} (${mimeType})`).join(', ')}. It declares{' '}
          {declaredLabel(blocks)}. The run may fail because of it.
        </p>
      )}
      <div className={styles.foot} data-actions={actions !== null}>
        <input
          ref={picker}
          type="file"
          multiple
          {...(accept === null ? {} : { accept })}
          hidden
          aria-label="Files to attach"
          onChange={(event) => {
            takeNow(event.target.files);
            event.target.value = '';
          }}
        />
        <Button
          size="small"
          variant="ghost"
          icon={<Paperclip size={13} aria-hidden />}
          title={`${blocks === null ? 'Images and files' : `By the input schema: ${declaredLabel(blocks)}`}, ${sizeText(maxAttachmentBytes)} each. You can also paste or drop them.`}
          onClick={() => picker.current?.click()}
        >
          Attach
        </Button>
        <span className={styles.hint}>
          up to {sizeText(maxAttachmentBytes)} each
          {others.length === 0 ? '' : ` · also sent: ${others.join(', ')}`}
        </span>
        {actions}
      </div>
    </div>
  );
}
