import { History } from 'lucide-react';
import { compactJson } from 'exact-json';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/popups/Menu.tsx';
import type { ComposerInput } from './use-composer-input.ts';
import { truncate } from '../../../shared/truncate.ts';

export function PastInputs({ input: { past, mode, setText } }: { readonly input: ComposerInput }) {
  if (past.length === 0 || mode === 'chat' || mode === null) return null;
  return (
    <Menu
      align="end"
      width={300}
      trigger={<IconButton label="Past inputs" icon={<History size={14} aria-hidden />} />}
    >
      {past.map((one) => (
        <MenuItem key={one} onSelect={() => setText(one)}>
          {shortJson(one)}
        </MenuItem>
      ))}
    </Menu>
  );
}

function shortJson(text: string): string {
  const line = compactJson(text);
  return truncate(line, 80);
}
