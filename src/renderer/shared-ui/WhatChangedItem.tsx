import { CircleQuestionMark } from 'lucide-react';
import { dispatch } from '../commands/command-queue.ts';
import { Button } from '../ui/controls/Button.tsx';
import { MenuItem } from '../ui/popups/Menu.tsx';

interface WhatChangedProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly runId: string;
}

/** Of a failed run. */
export function WhatChangedItem(run: WhatChangedProps) {
  return (
    <MenuItem icon={<CircleQuestionMark size={14} aria-hidden />} onSelect={() => ask(run)}>
      What changed?
    </MenuItem>
  );
}

export function WhatChangedButton(run: WhatChangedProps) {
  return (
    <Button
      icon={<CircleQuestionMark size={14} aria-hidden />}
      title="Compares it with the last run that succeeded"
      onClick={() => ask(run)}
    >
      What changed?
    </Button>
  );
}

function ask({ connectionId, threadId, runId }: WhatChangedProps): void {
  dispatch({ type: 'what-changed', connectionId, threadId, runId });
}
