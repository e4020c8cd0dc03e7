import { EventEmitter } from 'node:events';
import type {
  BrowserWindow as ElectronBrowserWindow,
  BrowserWindowConstructorOptions,
  Rectangle,
} from 'electron';
import { createEvent } from './preventable-event.ts';
import { faults } from '../faults.ts';
import { browserTarget } from '../shared-state.ts';
import { refuseUnknown } from '../refuse-unknown.ts';
import { WebContents } from './web-contents.ts';

type Implemented =
  | 'id'
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'isFocused'
  | 'isVisible'
  | 'isDestroyed'
  | 'isMinimized'
  | 'isMaximized'
  | 'minimize'
  | 'maximize'
  | 'restore'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'getTitle'
  | 'close'
  | 'destroy';

/** Called about windows; set once by `app`, so that windows need not know it. */
export const windowListeners = {
  onReady: (): boolean => false,
  onCreated: (_window: BrowserWindow): void => undefined,
  onLastClosed: (): void => undefined,
  /** A listener of `close` keeps the window open, and with it the program. */
  onCloseCancelled: (): void => undefined,
};

const all = new Set<BrowserWindow>();
let lastId = 0;
let focused: BrowserWindow | null = null;

function setFocused(window: BrowserWindow | null): void {
  const before = focused;
  if (before === window) return;
  focused = window;
  before?.emit('blur');
  window?.emit('focus');
}

/** A window of Chromium. Position, visibility and focus are values; its page is real. */
export class BrowserWindow extends EventEmitter implements Pick<ElectronBrowserWindow, Implemented> {
  readonly id = (lastId += 1);
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents: WebContents;
  #bounds: Rectangle;
  #visible: boolean;
  #minimized = false;
  #maximized = false;
  #closing = false;
  #gone = false;
  /** Whether the first document was drawn, and whether that was announced. */
  #drawn = false;
  #announced = false;
  /** How the window was shown, and after how many ms, for specs. */
  readonly history: { readonly name: string; readonly afterMs: number }[] = [];
  readonly #madeAt = performance.now();

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    if (!windowListeners.onReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.options = options;
    this.#bounds = { x, y, width, height };
    this.#visible = options.show !== false;
    all.add(this);
    this.webContents = new WebContents(this);
    windowListeners.onCreated(this);
  }

  override emit(name: string | symbol, ...args: unknown[]): boolean {
    if (typeof name === 'string' && ['ready-to-show', 'show', 'maximize'].includes(name)) {
      this.history.push({ name, afterMs: performance.now() - this.#madeAt });
    }
    return super.emit(name, ...args);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...all];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focused;
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...all].find((window) => window.webContents === contents) ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return [...all].find((window) => window.id === id) ?? null;
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address);
  }

  onFirstLoad(): void {
    this.#drawn = true;
    this.#announceReady();
  }

  show(): void {
    if (this.#gone) throw new TypeError('Object has been destroyed');
    if (!this.#visible) {
      this.#visible = true;
      this.emit('show');
    }
    setFocused(this);
    this.#announceReady();
  }

  /** On Wayland, nothing is drawn before the window is shown. */
  #announceReady(): void {
    if (this.#announced || !this.#drawn) return;
    if (faults.readyToShow === 'after-show' && !this.#visible) return;
    this.#announced = true;
    this.emit('ready-to-show');
  }

  hide(): void {
    this.#visible = false;
    if (focused === this) setFocused(null);
    this.emit('hide');
  }

  focus(): void {
    setFocused(this);
  }

  isFocused(): boolean {
    return focused === this;
  }

  isVisible(): boolean {
    return this.#visible && !this.#minimized;
  }

  isDestroyed(): boolean {
    return this.#gone;
  }

  isMinimized(): boolean {
    return this.#minimized;
  }

  isMaximized(): boolean {
    return this.#maximized;
  }

  minimize(): void {
    this.#minimized = true;
    if (focused === this) setFocused(null);
  }

  /** Shows a hidden window, as in Electron. */
  maximize(): void {
    if (this.#gone) throw new TypeError('Object has been destroyed');
    this.#maximized = true;
    this.emit('maximize');
    this.show();
  }

  restore(): void {
    this.#minimized = false;
  }

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    return { ...this.#bounds };
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    const { width, height } = this.#bounds;
    this.webContents.withPage(async ({ targetId }) => {
      const { windowId } = await browserTarget().send('Browser.getWindowForTarget', { targetId });
      await browserTarget().send('Browser.setWindowBounds', { windowId, bounds: { width, height } });
    });
    this.emit('resize');
  }

  getTitle(): string {
    return this.options.title ?? '';
  }

  /**
   * The page is asked first, as in Electron, so that the window is gone only later. Nor may it be gone at once: Node's
   * inspector, and with it a spec's `evaluate`, interrupts whatever function is running, and what ends with a window
   * must not end in the middle of that.
   */
  close(): void {
    if (this.#gone || this.#closing) return;
    const event = createEvent({});
    this.emit('close', event);
    if (event.defaultPrevented) return windowListeners.onCloseCancelled();
    this.#closing = true;
    if (faults.closeWindow !== 'never') setImmediate(() => this.destroy());
  }

  destroy(): void {
    if (this.#gone) return;
    this.#gone = true;
    all.delete(this);
    if (focused === this) setFocused(null);
    this.webContents.end();
    this.emit('closed');
    if (all.size === 0) windowListeners.onLastClosed();
  }
}

refuseUnknown('BrowserWindow', BrowserWindow.prototype);
refuseUnknown('BrowserWindow', BrowserWindow);
