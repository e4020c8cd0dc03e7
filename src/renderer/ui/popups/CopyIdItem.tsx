import { Copy } from 'lucide-react';
import { copyText } from '../copy-text.ts';
import { showToast } from './toast-store.ts';
import { MenuItem } from './Menu.tsx';

interface CopyIdItemProps {
  readonly what: string;
  readonly id: string;
}

export function CopyIdItem({ what, id }: CopyIdItemProps) {
  const copy = async (): Promise<void> => {
    const done = await copyText(id);
    showToast(done ? `Copied the ${what} ID.` : `Could not copy the ${what} ID.`, done ? 'ok' : 'fail');
  };
  return (
    <MenuItem icon={<Copy size={14} aria-hidden />} onSelect={() => void copy()}>
      {`Copy ${what} ID`}
    </MenuItem>
  );
}
