import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useStore } from 'zustand';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { dismissToast, toastStore } from './toast-store.ts';
import { useToastPlace } from './toast-place.ts';
import styles from './Toasts.module.css';

export function Toasts() {
  const toasts = useStore(toastStore, (state) => state.toasts);
  const place = useToastPlace(toasts.length > 0);
  return (
    <Radix.Provider duration={6000} label="Notice">
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.id}
          className={clsx(styles.toast, styles[toast.tone])}
          {...(toast.act && toast.act.isElsewhere !== true ? { duration: Infinity } : {})}
          onOpenChange={(open) => {
            if (!open) dismissToast(toast.id);
          }}
        >
          <Radix.Description className={styles.text}>{toast.text}</Radix.Description>
          {toast.act ? (
            <Radix.Action asChild altText={toast.act.label}>
              <Button size="small" onClick={toast.act.run}>
                {toast.act.label}
              </Button>
            </Radix.Action>
          ) : null}
          <Radix.Close asChild>
            <IconButton label="Dismiss" size="small" icon={<X size={13} aria-hidden />} />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        className={styles.viewport}
        {...(place === null ? {} : { style: { left: place.middle, width: place.width } })}
      />
    </Radix.Provider>
  );
}
