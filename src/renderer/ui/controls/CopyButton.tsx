import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../copy-text.ts';
import { IconButton } from './IconButton.tsx';

export interface CopyButtonProps {
  readonly label: string;
  readonly text: string | (() => string);
}

export function CopyButton({ label, text }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), 1600);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async (): Promise<void> => {
    const done = await copyText(typeof text === 'string' ? text : text());
    setOutcome(done ? 'copied' : 'failed');
  };
  const icon =
    outcome === 'copied' ? (
      <Check size={13} aria-hidden />
    ) : outcome === 'failed' ? (
      <X size={13} aria-hidden />
    ) : (
      <Copy size={13} aria-hidden />
    );
  return (
    <>
      <IconButton label={label} size="small" icon={icon} onClick={() => void copy()} />
      <output className="visually-hidden">
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Copying failed' : ''}
      </output>
    </>
  );
}
