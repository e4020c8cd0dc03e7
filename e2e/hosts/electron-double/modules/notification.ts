import { EventEmitter } from 'node:events';
import type { Notification as ElectronNotification, NotificationConstructorOptions } from 'electron';
import { refuseUnknown } from '../refuse-unknown.ts';

type Implemented = 'title' | 'body' | 'show' | 'close';

/** A notification as data: nothing is shown, but a spec can read and click it. */
export class Notification extends EventEmitter implements Pick<ElectronNotification, Implemented> {
  /** Those that were shown and not closed, for specs. */
  static readonly displayed: Notification[] = [];

  title: string;
  body: string;

  constructor({ title = '', body = '' }: NotificationConstructorOptions = {}) {
    super();
    this.title = title;
    this.body = body;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    Notification.displayed.push(this);
    this.emit('show');
  }

  close(): void {
    const index = Notification.displayed.indexOf(this);
    if (index !== -1) Notification.displayed.splice(index, 1);
    this.emit('close');
  }
}

refuseUnknown('Notification', Notification.prototype);
refuseUnknown('Notification', Notification);
