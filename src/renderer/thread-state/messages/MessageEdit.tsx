import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react';
import { Chip } from '../../ui/display/Chip.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/popups/Menu.tsx';
import { escapeInvisibleLine } from '../../../shared/escape-invisible.ts';
import { MessageFields, type MessageEditProps } from './MessageFields.tsx';
import styles from './messages.module.css';

const maxLineLength = 160;

export function MessageEdit(props: MessageEditProps) {
  const { message, mark, open, onOpen, picked, onPick, onInsert, onRemove } = props;
  const { index, role, summary, contentText, calls } = message;
  const name = `message ${index + 1}, ${role}`;
  return (
    <article className={styles.edited} aria-label={`Edited ${name}`} data-role={role}>
      <div className={styles.line}>
        <input
          type="checkbox"
          aria-label={`Pick ${name}`}
          checked={picked}
          onChange={(event) => onPick(event.target.checked)}
        />
        <button
          type="button"
          className={styles.head}
          aria-expanded={open}
          aria-label={`${open ? 'Close' : 'Edit'} ${name}`}
          onClick={() => onOpen(!open)}
        >
          {open ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
          <b>{role}</b>
          <span className={styles.content}>
            {open ? '' : escapeInvisibleLine((summary ?? contentText).slice(0, maxLineLength))}
            {!open && calls.length > 0 ? ` calls ${calls.map((call) => call.name).join(', ')}` : ''}
          </span>
        </button>
        {mark === null ? null : <Chip tone="accent">{mark}</Chip>}
        <Menu
          target={name}
          align="end"
          trigger={
            <IconButton
              size="small"
              label={`More actions for ${name}`}
              icon={<Ellipsis size={14} aria-hidden />}
            />
          }
        >
          <MenuItem onSelect={() => onInsert(index)}>Insert a message before</MenuItem>
          <MenuItem onSelect={() => onInsert(index + 1)}>Insert a message after</MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={onRemove}>
            Remove
          </MenuItem>
        </Menu>
      </div>
      {open ? <MessageFields {...props} /> : null}
    </article>
  );
}
