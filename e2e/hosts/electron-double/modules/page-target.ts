import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebPreferences } from 'electron';
import type { CdpTarget } from '../chromium/cdp.ts';
import { Frames } from '../chromium/frames.ts';
import { browserTarget, sharedState } from '../shared-state.ts';
import { nativeTheme } from './native-theme.ts';
import { bindingName } from '../page/messages.ts';
import { notImplemented } from '../refuse-unknown.ts';

/** A page of Chromium in which every document starts with the window's preload. */
export interface PageTarget {
  readonly cdp: CdpTarget;
  readonly targetId: string;
  readonly mainFrameId: string;
  readonly frames: Frames;
}

export interface PageOptions {
  readonly preferences: WebPreferences;
  readonly width: number;
  readonly height: number;
}

/** Opens an empty page. `listen` is called before anything can happen in it. */
export async function openPageTarget(
  { preferences, width, height }: PageOptions,
  listen: (page: PageTarget) => void,
): Promise<PageTarget> {
  if (preferences.sandbox !== true || preferences.contextIsolation !== true) {
    throw notImplemented('a window without sandbox and context isolation');
  }
  const browser = browserTarget();
  const created = await browser.send('Target.createTarget', {
    url: 'about:blank',
    width,
    height,
    newWindow: true,
  });
  const { targetId } = created;
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  if (!sharedState.chromium) throw new Error('electron double: the browser is gone');
  const cdp = sharedState.chromium.cdp.target(sessionId);
  await cdp.send('Page.enable');
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const mainFrameId = frameTree.frame.id;
  const page: PageTarget = { cdp, targetId, mainFrameId, frames: new Frames(cdp, mainFrameId) };
  listen(page);
  await Promise.all([
    cdp.send('Runtime.enable'),
    cdp.send('Inspector.enable'),
    cdp.send('Runtime.addBinding', { name: bindingName }),
    cdp.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] }),
    cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: startScript(preferences.preload) }),
    cdp.send('Emulation.setEmulatedMedia', { features: [nativeTheme.mediaFeature()] }),
    fitContent(page, width, height),
  ]);
  return page;
}

/** Makes the page as large as the requested window, without Chromium's own bars. */
async function fitContent({ cdp, targetId }: PageTarget, width: number, height: number): Promise<void> {
  const browser = browserTarget();
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: '({ width: outerWidth - innerWidth, height: outerHeight - innerHeight })',
    returnByValue: true,
  });
  const bars = result.value as { readonly width: number; readonly height: number };
  const bounds = { width: width + bars.width, height: height + bars.height };
  const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId });
  await browser.send('Browser.setWindowBounds', { windowId, bounds });
}

function startScript(preload: string | undefined): string {
  const runtime = readFileSync(join(import.meta.dirname, 'page.js'), 'utf8');
  const wrapped = preload
    ? `function (require, module, exports, process) {\n${readFileSync(preload, 'utf8')}\n}`
    : 'null';
  const { platform, arch, versions } = process;
  const preloadProcess = {
    platform,
    arch,
    versions,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
  };
  const call = `electronDoublePage.runInPage(${wrapped}, ${JSON.stringify(preloadProcess)});`;
  return `(() => {\n${runtime}\n${call}\n})();\n//# sourceURL=electron-double-page.js`;
}
