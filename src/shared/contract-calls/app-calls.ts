import { z } from 'zod';
import { nothing, onWindow } from './call-inputs.ts';
import { call, stream } from '../rpc/contract-types.ts';
import { AppInfo, SecretStorage } from '../model/app-info.ts';
import { CommandMenu } from '../model/command-menu.ts';
import { StoredTextPage, StoredTextEntry } from '../model/stored-text.ts';
import { LoadedImage } from '../model/image.ts';
import { StudioLink } from '../model/studio-link.ts';
import { WindowFailure, WindowSelection } from '../model/window-failure.ts';
import { ModelPrice, PriceTable } from '../model/price.ts';
import { RequestResponse } from '../model/request-log.ts';

export const appCalls = {
  'app.info': call(nothing, AppInfo),
  /**
   * Asks the system's key store what it can do, which may prompt the user; `locked` if that takes long.
   */
  'app.secretStorage': call(nothing, SecretStorage),
  /** Opens an address in the system's browser; https only, else refused. */
  'app.openLink': call(z.strictObject({ url: z.string().max(2048) }), nothing),
  /**
   * Shows the page's commands in the app menu, instead of those sent before. Electron only, else
   * `unsupported`.
   */
  'menu.show': call(CommandMenu, nothing),
  /** Other browser sessions; web host only, else `unsupported`. A closed tab counts until it is ended. */
  'sessions.countOthers': call(nothing, z.strictObject({ others: z.int().nonnegative() })),
  /**
   * Ends every other browser session at once: its sockets, its token, and unused launch addresses. Web host only, else
   * `unsupported`.
   */
  'sessions.endOthers': call(nothing, z.strictObject({ ended: z.int().nonnegative() })),
  /** Sent every two seconds and on each change: the page responds, and what it works on. */
  'windows.heartbeat': call(
    onWindow.extend({ visible: z.boolean(), selection: WindowSelection.nullable() }),
    nothing,
  ),
  'windows.closed': call(onWindow, nothing),
  /** Opens another window at a place. Electron only, else `unsupported`; `conflict` if there are too many. */
  'windows.new': call(z.strictObject({ link: StudioLink }), nothing),
  /**
   * What a window that hung or crashed was working on; `failure: null` if the last one did neither. `left`:
   * the previous page, if it went in order.
   */
  'windows.failure': call(
    z.strictObject({ left: z.uuid().nullable() }),
    z.strictObject({ failure: WindowFailure.nullable() }),
  ),
  /** Loads an external image at the user's request, without any key. */
  'images.load': call(z.strictObject({ address: z.string().max(2048) }), LoadedImage),

  /**
   * Texts stored by windows (drafts, layouts, input history), a page at a time; `after: null` is the first
   * page.
   */
  'storage.read': call(z.strictObject({ after: z.string().max(2000).nullable() }), StoredTextPage),
  /**
   * Stores a text, or deletes it with `null`. Resolves once it is on disk; fails with `storage`.
   */
  'storage.write': call(
    z.strictObject({ key: StoredTextEntry.shape.key, text: StoredTextEntry.shape.text.nullable() }),
    nothing,
  ),
};

/**
 * - `app.presence`: Open while a window is visible: somebody looks. Its one item is empty.
 * - `menu.watch`: Commands chosen in the app menu. Once the page has left the stream, its commands leave the menu.
 *   Electron only, else `unsupported`.
 * - `links.watch`: Links that the system opened with the app. Electron only, else `unsupported`.
 * - `windows.open`: Open while the window's page exists. Its one item is empty.
 */
export const appStreams = {
  'app.presence': stream(nothing, nothing),
  'menu.watch': stream(nothing, z.strictObject({ commandId: z.string() })),
  'links.watch': stream(nothing, StudioLink),
  'windows.open': stream(onWindow, nothing),
};

export const priceCalls = {
  'prices.read': call(nothing, PriceTable),
  /**
   * Replaces the table. Fails with `conflict` unless `expectedSavedAt` is the `savedAt` of the stored one, and with
   * `storage` if it can't be written.
   */
  'prices.save': call(
    z.strictObject({
      currency: PriceTable.shape.currency,
      prices: z.array(ModelPrice).max(200),
      expectedSavedAt: z.string().nullable(),
    }),
    PriceTable,
  ),
};

export const requestCalls = {
  /** `null` while pending, without a response, or if no longer stored. */
  'requests.response': call(
    z.strictObject({ id: z.int().positive() }),
    z.strictObject({ response: RequestResponse.nullable() }),
  ),
  /**
   * Sends a recorded request again, which appears in the log; only one that changes nothing. Fails with
   * `invalid-input` for others, and as the server fails.
   */
  'requests.replay': call(z.strictObject({ id: z.int().positive() }), nothing),
};
