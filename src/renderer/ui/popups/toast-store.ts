import { createStore } from 'zustand/vanilla';
import type { Tone } from '../display/status-styles.ts';

export interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  // A toast with an action stays until the action is taken or the toast is dismissed, unless that is offered elsewhere.
  readonly act?: ToastAction | undefined;
}

export interface ToastAction {
  readonly label: string;
  readonly isElsewhere?: boolean;
  readonly run: () => void;
}

export const toastStore = createStore<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/**
 * Reports something that happened elsewhere on the screen. Errors of an action belong next to it
 * (`ErrorNotice`). At most three toasts are visible, for six seconds each.
 */
export function showToast(text: string, tone: Tone = 'mute', act?: ToastAction): void {
  lastId += 1;
  const toast: Toast = { id: lastId, tone, text, act };
  toastStore.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), toast] }));
}

export function dismissToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
