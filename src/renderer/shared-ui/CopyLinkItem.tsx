import { Link } from 'lucide-react';
import type { StudioLink } from '../../shared/model/studio-link.ts';
import { MenuItem } from '../ui/popups/Menu.tsx';
import { copyLink } from './copy-link.ts';

export function CopyLinkItem({ link }: { readonly link: StudioLink | null }) {
  return link === null ? null : (
    <MenuItem icon={<Link size={14} aria-hidden />} command={commandOf(link)} onSelect={() => copyLink(link)}>
      Copy link
    </MenuItem>
  );
}

// A link to a server can be that of any server of a list; the command is about the selected one.
function commandOf({ nodeId, checkpointId, threadId, assistantId }: StudioLink): string | undefined {
  if (nodeId !== undefined) return 'link.copy-node';
  if (checkpointId !== undefined) return 'link.copy-checkpoint';
  if (threadId !== undefined) return 'link.copy-thread';
  return assistantId === undefined ? undefined : 'link.copy-assistant';
}
