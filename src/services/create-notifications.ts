import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CallsOf, StreamsOf } from '../shared/contract.ts';
import type { RunNotification } from '../shared/model/run-notification.ts';
import type { RunEnd } from '../shared/model/run.ts';
import { StudioLink } from '../shared/model/studio-link.ts';
import { aborted } from './common/abortable.ts';
import { createSnapshotPublisher } from './common/snapshot-publisher.ts';
import type { DocumentStore } from './storage/document-store.ts';
import type { JsonDocument } from './storage/json-document.ts';
import type { DocumentSpec } from './storage/versioned-document.ts';
import type { DescribedRun } from './describe-run.ts';
import { addRestedRun, emptyNotificationQueue, takeDueRuns, type SettledRun } from './notification-queue.ts';
import { byImportance, notificationText } from './notification-text.ts';

const NotificationSettings = z.strictObject({ isOn: z.boolean().nullable() });
type NotificationSettings = z.infer<typeof NotificationSettings>;

export const notificationDocument: DocumentSpec<NotificationSettings> = {
  name: 'notifications',
  version: 1,
  schema: NotificationSettings,
  initial: { isOn: null },
};

interface RunRef {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly runId: string;
}

export interface Notifications {
  readonly calls: CallsOf<'notifications'>;
  readonly streams: StreamsOf<'notifications'> & Pick<StreamsOf<'app'>, 'app.attention'>;
  /** The events of a run that was started here are being read. */
  runBegan(run: RunRef): void;
  /** They are no longer read. `end: null`: nothing is known. */
  runEnded(run: RunRef, end: RunEnd | null): void;
  stop(): void;
}

interface NotificationsOptions {
  readonly documents: DocumentStore;
  /** Whether notifications are shown before anybody has chosen: a browser has to be allowed to first. */
  readonly isOnAtFirst: boolean;
  readonly describe: (run: SettledRun) => Promise<DescribedRun>;
  readonly onBug: (where: string, error: unknown) => void;
  readonly now?: () => number;
}

// Runs of a notification that servers are asked about.
const maxDescribed = 3;
// Notifications that wait for a window to take them.
const maxUntaken = 5;

interface Subscriber {
  readonly windowId: string;
  readonly take: (notification: RunNotification) => void;
}

/** Decides which notifications are shown: of runs that were started here and wait or have ended while no window is in front. */
export function createNotifications(options: NotificationsOptions): Notifications {
  const { documents, isOnAtFirst, describe, onBug, now = () => performance.now() } = options;
  const active = new Set<string>();
  const attending = new Set<symbol>();
  const subscribers = new Set<Subscriber>();
  let lastWindowId: string | null = null;
  let queue = emptyNotificationQueue;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let isOn: boolean | null = isOnAtFirst ? true : null;
  let document: Promise<JsonDocument<NotificationSettings>> | null = null;

  const openDocument = (): Promise<JsonDocument<NotificationSettings>> =>
    (document ??= documents.open(notificationDocument).then((file) => {
      isOn = file.value().isOn ?? isOn;
      return file;
    }));
  const feed = createSnapshotPublisher({
    snapshot: () => ({ isOn, unseen: queue.unseen.size, active: active.size }),
    minIntervalMs: 50,
  });
  const setQueue = (next: typeof queue): void => {
    if (next === queue) return;
    queue = next;
    if (timer) clearTimeout(timer);
    timer = null;
    if (queue.dueAt !== null && !stopped) {
      timer = setTimeout(showDue, Math.max(0, queue.dueAt - now()));
      timer.unref();
    }
    feed.changed();
  };
  const showDue = (): void => {
    const due = takeDueRuns(queue, now());
    setQueue(due.queue);
    if (due.runs.length > 0) show(due.runs).catch((error: unknown) => onBug('a notification', error));
    // Timers may fire a moment early.
    else if (queue.dueAt !== null) setQueue({ ...queue });
  };
  const show = async (gathered: readonly SettledRun[]): Promise<void> => {
    // Nobody would take it, so servers are not asked.
    if (subscribers.size === 0) return;
    const runs = byImportance(gathered);
    const described = await Promise.all(runs.slice(0, maxDescribed).map(describe));
    // Somebody has looked meanwhile.
    if (attending.size > 0 || stopped) return;
    const [first] = described;
    if (first !== undefined)
      deliver({ id: randomUUID(), ...notificationText(runs, described), ...placeOf(first) });
  };
  const deliver = (notification: RunNotification): void => {
    const all = [...subscribers];
    const subscriber = all.find(({ windowId }) => windowId === lastWindowId) ?? all.at(-1);
    subscriber?.take(notification);
  };

  return {
    calls: {
      'notifications.set': async ({ isOn: next }) => {
        const file = await openDocument();
        isOn = next;
        setQueue(emptyNotificationQueue);
        feed.changed();
        await file.update(() => ({ isOn: next }));
        return {};
      },
    },
    streams: {
      async *'app.attention'({ windowId }, signal) {
        if (signal.aborted) return;
        const attention = Symbol(windowId);
        attending.add(attention);
        lastWindowId = windowId;
        setQueue(emptyNotificationQueue);
        try {
          yield {};
          await aborted(signal);
        } finally {
          attending.delete(attention);
        }
      },
      async *'notifications.watch'(_input, signal) {
        await openDocument();
        yield* feed.watch(signal);
      },
      async *'notifications.show'({ windowId }, signal) {
        const untaken: RunNotification[] = [];
        let wake = (): void => undefined;
        const subscriber: Subscriber = {
          windowId,
          take(notification) {
            if (untaken.length < maxUntaken) untaken.push(notification);
            wake();
          },
        };
        subscribers.add(subscriber);
        try {
          while (!signal.aborted) {
            const notification = untaken.shift();
            if (notification !== undefined) yield notification;
            else await Promise.race([aborted(signal), new Promise<void>((resolve) => (wake = resolve))]);
          }
        } finally {
          subscribers.delete(subscriber);
        }
      },
    },
    runBegan(run) {
      active.add(runKey(run));
      // What the user has chosen is known before the run ends.
      openDocument().catch((error: unknown) => onBug('reading the setting of notifications', error));
      feed.changed();
    },
    runEnded(run, end) {
      if (!active.delete(runKey(run))) return;
      feed.changed();
      const outcome = end?.continuedBy === undefined ? end?.outcome : undefined;
      if (outcome === undefined || outcome === 'cancelled' || outcome === 'lost') return;
      const { connectionId, threadId, runId } = run;
      const rested = { connectionId, threadId, runId, outcome, error: end?.error ?? null };
      setQueue(
        addRestedRun(queue, rested, {
          now: now(),
          isInFront: attending.size > 0,
          isOn: isOn ?? true,
        }),
      );
    },
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

function placeOf({
  connectionId,
  threadId,
  runId,
  serverUrl,
}: DescribedRun): Pick<RunNotification, 'connectionId' | 'threadId' | 'runId' | 'link'> {
  const link =
    serverUrl === null
      ? null
      : StudioLink.safeParse({ baseUrl: serverUrl, ...(threadId === null ? {} : { threadId, runId }) });
  return { connectionId, threadId, runId, link: link?.data ?? null };
}

function runKey({ connectionId, threadId, runId }: RunRef): string {
  return JSON.stringify([connectionId, threadId, runId]);
}
