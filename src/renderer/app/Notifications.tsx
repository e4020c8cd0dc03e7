import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { escapeInvisibleLine } from '../../shared/escape-invisible.ts';
import { useCommandBindings } from '../commands/command-registry.ts';
import { useCallMutation } from '../queries/use-call.ts';
import { useStorageOwner } from '../queries/use-team-member.ts';
import { useRunSession } from '../runs/run-session.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { useSubscription } from '../rpc/use-subscription.ts';
import { Button } from '../ui/controls/Button.tsx';
import { failedAction } from '../ui/display/describe-error.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import { shareTexts } from '../storage/share-texts.ts';
import { openLink } from './commands/use-studio-links.ts';
import { useUiStore } from './ui-store.ts';
import { useWorkbench } from './use-workbench.ts';
import { useBrowserNotifications, useBrowserPermission } from './browser-notifications.ts';
import { syncWithOtherWindows } from './other-windows.ts';
import { useAttention } from './use-attention.ts';
import styles from './shell/Banner.module.css';

const productName = 'RemoteGraph Studio';
const maxTitleLength = 60;

// The thread's name distinguishes several windows. A server's text may be long, and hide characters.
function useTitle(name: string | null, unseen: number): void {
  const place = name === null ? '' : `${escapeInvisibleLine(name.slice(0, maxTitleLength))} - `;
  const title = `${unseen === 0 ? '' : `(${unseen}) `}${place}${productName}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}

// Whether a run that was started here went on while this page was hidden.
function useWasHiddenDuringRun(active: number): boolean {
  const [wasHidden, setWasHidden] = useState(false);
  useEffect(() => {
    if (active === 0 || wasHidden) return;
    const look = (): void => {
      if (document.visibilityState === 'hidden') setWasHidden(true);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [active, wasHidden]);
  return wasHidden;
}

/** Tells the host when this window is in front, shows notifications, and offers once to turn them on. */
export function Notifications() {
  useAttention();
  const workbench = useWorkbench();
  const store = useUiStore();
  const session = useRunSession();
  useEffect(() => syncWithOtherWindows(store), [store]);
  const storageOwner = useStorageOwner();
  useEffect(() => (storageOwner === null ? undefined : shareTexts(storageOwner)), [storageOwner]);
  const state = useSubscription('notifications.watch', {}).item;
  const [permission, askPermission] = useBrowserPermission();
  const [isClosed, setClosed] = useState(false);
  const set = useCallMutation('notifications.set');
  const noSet = useUnavailable(null, 'notifications.set');
  const { isOn = null, unseen = 0, active = 0 } = state ?? {};
  const wasHidden = useWasHiddenDuringRun(active);
  const isAllowed = permission === 'granted' || permission === 'system';
  const isShowing = isOn === true && isAllowed;

  const save = (next: boolean): void =>
    set.mutate(
      { isOn: next },
      { onError: (error) => showToast(failedAction('Could not save the setting', error), 'fail') },
    );
  const turnOn = async (): Promise<void> => {
    const answer = await askPermission();
    // Closed without an answer: nothing was decided.
    if (answer === 'default') return;
    if (answer === 'denied')
      showToast('The browser blocks notifications from this page. Allow them in its site settings.', 'fail');
    save(answer !== 'denied');
  };

  useTitle(workbench.thread?.name ?? workbench.server?.connection.name ?? null, isOn === false ? 0 : unseen);
  useBrowserNotifications(isOn === true && permission === 'granted', ({ connectionId, threadId, runId }) =>
    openLink(store, session, workbench, connectionId, { threadId, runId }),
  );
  useCommandBindings({
    'view.notifications': state && {
      title: isShowing ? 'Turn off run notifications' : 'Turn on run notifications',
      run: () => (isShowing ? save(false) : void turnOn()),
      blocked: {
        denied: 'The browser blocks notifications from this page. Allow them in its site settings.',
        missing: 'This browser can’t show notifications from this address.',
        default: null,
        granted: null,
        system: null,
      }[permission],
    },
  });

  const isUndecided = isOn !== false && permission === 'default' && noSet === null;
  const isOffered = state !== null && isUndecided && wasHidden && !isClosed;
  if (!isOffered) return null;
  return (
    <div className={styles.offer} role="region" aria-label="Notifications">
      <Bell size={14} aria-hidden />
      <span>
        A run continued while this page was hidden. Get notified when a run needs an answer, fails or ends?
      </span>
      <Button size="small" onClick={() => void turnOn()}>
        Turn on
      </Button>
      <Button
        size="small"
        variant="ghost"
        onClick={() => {
          setClosed(true);
          save(false);
        }}
      >
        No, thanks
      </Button>
    </div>
  );
}
