import { Link } from 'lucide-react';
import type { StudioLink } from '../../shared/model/studio-link.ts';
import { MenuItem } from '../ui/popups/Menu.tsx';
import { copyLink } from './copy-link.ts';

export function CopyLinkItem({ link }: { readonly link: StudioLink | null }) {
  return link === null ? null : (
    <MenuItem icon={<Link size={14} aria-hidden />} onSelect={() => copyLink(link)}>
      Copy link
    </MenuItem>
  );
}
