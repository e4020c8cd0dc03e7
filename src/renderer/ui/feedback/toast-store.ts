import { createStore } from 'zustand/vanilla';
import type { Tone } from '../display/status-styles.ts';

export interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  /** Something to do about it. It stays until that is done or it is dismissed. */
  readonly act?: ToastAction | undefined;
}

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export const toastStore = createStore<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/**
 * Says something that happened away from where the user looks. Errors of an action belong beside the action
 * (`ErrorNotice`), not here. At most three are shown; each goes after six seconds or when dismissed.
 */
export function showToast(text: string, tone: Tone = 'mute', act?: ToastAction): void {
  lastId += 1;
  const toast: Toast = { id: lastId, tone, text, act };
  toastStore.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), toast] }));
}

export function dismissToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
