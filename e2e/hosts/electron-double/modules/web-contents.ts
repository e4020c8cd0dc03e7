import { EventEmitter } from 'node:events';
import type { WebContents as ElectronWebContents, WebPreferences, WindowOpenHandlerResponse } from 'electron';
import { fromChromium, toChromium } from '../chromium/addresses.ts';
import { createEvent } from './preventable-event.ts';
import { faults } from '../faults.ts';
import { watchForHangs } from './hang-monitor.ts';
import { IpcMain, ipcMain } from './ipc-main.ts';
import { browserTarget, sharedState } from '../shared-state.ts';
import { pressMenuKey } from './menu-accelerators.ts';
import { interceptNavigation } from './navigation-events.ts';
import { decode, encode } from '../page/codec.ts';
import { receiverName, type HostMessage, type PageMessage } from '../page/messages.ts';
import { openPageTarget, type PageTarget } from './page-target.ts';
import { notImplemented, refuseUnknown } from '../refuse-unknown.ts';
import { session } from './session.ts';

/** What a window passes to its web contents and gets from it. */
export interface ContentsOwner {
  readonly options: {
    readonly width?: number;
    readonly height?: number;
    readonly webPreferences?: WebPreferences;
  };
  isDestroyed(): boolean;
  close(): void;
  onFirstLoad(): void;
}

type Implemented =
  | 'id'
  | 'send'
  | 'loadURL'
  | 'reload'
  | 'getURL'
  | 'isDestroyed'
  | 'close'
  | 'setWindowOpenHandler'
  | 'forcefullyCrashRenderer'
  | 'executeJavaScript';

const all = new Set<WebContents>();
let lastId = 0;

export class WebContents extends EventEmitter implements Pick<ElectronWebContents, Implemented> {
  readonly id = (lastId += 1);
  readonly ipc = new IpcMain();
  readonly session = session.defaultSession;
  readonly owner: ContentsOwner;
  targetId: string | null = null;
  #url = '';
  #loadedOnce = false;
  #openHandler: (details: { readonly url: string }) => WindowOpenHandlerResponse = () => ({
    action: 'allow',
  });
  #announceLoad: (address: string) => void = () => undefined;
  readonly #page: Promise<PageTarget>;

  constructor(owner: ContentsOwner) {
    super();
    this.owner = owner;
    all.add(this);
    const { width = 800, height = 600, webPreferences: preferences = {} } = owner.options;
    this.#page = openPageTarget({ preferences, width, height }, (page) => this.#listen(page));
    this.#page.catch((error: unknown) => this.#report(error));
  }

  static getAllWebContents(): WebContents[] {
    return [...all];
  }

  static fromId(id: number): WebContents | undefined {
    return [...all].find((contents) => contents.id === id);
  }

  /** Playwright finds the window of a page with this. */
  static fromDevToolsTargetId(targetId: string): WebContents | undefined {
    return [...all].find((contents) => contents.targetId === targetId);
  }

  /** The preferences that the page was opened with. */
  getLastWebPreferences(): WebPreferences {
    return { ...this.owner.options.webPreferences };
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.isDestroyed()) throw new TypeError('Object has been destroyed');
    const message: HostMessage = { channel, args };
    const expression = `globalThis.${receiverName}?.(${JSON.stringify(encode(message))})`;
    this.#do((page) => page.cdp.send('Runtime.evaluate', { expression }));
  }

  async loadURL(address: string): Promise<void> {
    const page = await this.#page;
    await session.defaultSession.applyPermissions(address);
    this.#announceLoad(address);
    const { errorText } = await page.cdp.send('Page.navigate', { url: toChromium(address) });
    if (!errorText) return;
    this.emit('did-fail-load', createEvent({}), -1, errorText, address, true);
    throw new Error(`${errorText} (-1) loading '${address}'`);
  }

  reload(): void {
    this.#do(async (page) => {
      this.#announceLoad(this.#url);
      await page.cdp.send('Page.reload');
    });
  }

  getURL(): string {
    return this.#url;
  }

  isDestroyed(): boolean {
    return this.owner.isDestroyed();
  }

  close(): void {
    this.owner.close();
  }

  setWindowOpenHandler(handler: (details: never) => WindowOpenHandlerResponse): void {
    this.#openHandler = handler as (details: { readonly url: string }) => WindowOpenHandlerResponse;
  }

  forcefullyCrashRenderer(): void {
    this.#do((page) => page.cdp.send('Page.crash'));
  }

  async executeJavaScript(code: string): Promise<unknown> {
    const page = await this.#page;
    const { result, exceptionDetails } = await page.cdp.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as unknown;
  }

  /** For other parts of the double: acts on the page if there is one, and reports failures. */
  withPage(act: (page: PageTarget) => Promise<unknown>): void {
    this.#do(act);
  }

  /** Called when the window is closed. A page that is still opening is closed when it has opened. */
  end(): void {
    all.delete(this);
    this.#do(({ targetId }) => browserTarget().send('Target.closeTarget', { targetId }));
    this.emit('destroyed');
  }

  #listen(page: PageTarget): void {
    this.targetId = page.targetId;
    this.#announceLoad = interceptNavigation(page, (name, event) => this.emit(name, event, event.url));
    page.cdp.on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
      this.#take(page, decode(payload) as PageMessage, executionContextId);
    });
    page.cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#url = fromChromium(frame.url);
      this.emit('did-navigate', createEvent({}), this.#url);
    });
    page.cdp.on('Page.loadEventFired', () => {
      if (this.#url === '' || this.#url === 'about:blank') return;
      if (faults.finishLoad !== 'never') this.emit('did-finish-load', createEvent({}));
      if (!this.#loadedOnce) this.owner.onFirstLoad();
      this.#loadedOnce = true;
    });
    page.cdp.on('Inspector.targetCrashed', () => {
      this.emit('render-process-gone', createEvent({}), { reason: 'crashed', exitCode: 1 });
    });
    watchForHangs(page.cdp, {
      isGone: () => this.isDestroyed() || sharedState.quitting,
      onUnresponsive: () => this.emit('unresponsive'),
      onResponsive: () => this.emit('responsive'),
    });
  }

  #take(page: PageTarget, message: PageMessage, contextId: number): void {
    switch (message.type) {
      case 'send': {
        const event = createEvent({ sender: this, senderFrame: page.frames.ofContext(contextId) });
        this.ipc.emit(message.channel, event, ...message.args);
        ipcMain.emit(message.channel, event, ...message.args);
        return;
      }
      case 'open': {
        const { action } = this.#openHandler({ url: fromChromium(message.url) });
        if (action !== 'deny') this.#report(notImplemented('a window opened by a page'));
        return;
      }
      case 'key':
        return pressMenuKey(message.key);
      case 'preload-failed':
        console.error(`electron double: the preload failed: ${message.message}`);
        this.emit(
          'preload-error',
          createEvent({}),
          this.owner.options.webPreferences?.preload,
          message.message,
        );
    }
  }

  #do(act: (page: PageTarget) => Promise<unknown>): void {
    this.#page.then(act).catch((error: unknown) => this.#report(error));
  }

  /** Commands that are pending when a window closes fail, which is not an error. */
  #report(error: unknown): void {
    if (!sharedState.quitting && !this.isDestroyed()) console.error(error);
  }
}

refuseUnknown('webContents', WebContents.prototype);
refuseUnknown('webContents', WebContents);
