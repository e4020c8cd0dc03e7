import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  net,
  Notification,
  protocol,
  safeStorage,
  session,
  shell,
  utilityProcess,
} from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServices } from '../services/create-services.ts';
import { lockFolder } from '../services/storage/folder-lock.ts';
import { prepareDataFolder } from '../services/storage/private-folder.ts';
import { createBugReporter, scrubbedLog, type HostLog } from '../services/logging/host-log.ts';
import { safeLink } from '../services/network/safe-link.ts';
import { contract } from '../shared/contract.ts';
import { serve } from '../shared/rpc/server.ts';
import { appScheme, type AppSource } from './window/app-origin.ts';
import { listAppFiles, createAppProtocol } from './window/app-protocol.ts';
import { createElectronPlatform } from './electron-platform.ts';
import { createSafeStorageVault } from './safe-storage-vault.ts';
import { afterFirstPaint } from './window/show-window.ts';
import type { AppPaths } from './paths.ts';
import { linkInArguments, type LinkInbox } from './deep-links.ts';
import { createIpcMainPort } from './ipc-port.ts';
import { createAppMenu } from './window/app-menu.ts';
import { menuTemplate } from './window/menu.ts';
import type { CommandMenu } from '../shared/model/command-menu.ts';
import { guardNavigation } from './window/navigation.ts';
import { isProcessAlive, parentPidVariable, watchParent } from './parent-watchdog.ts';
import { guardDownloads, guardPermissions } from './window/permissions.ts';
import { installGracefulShutdown } from './graceful-shutdown.ts';
import { installQuitQuestion, quitAnswers, quitMessage } from './confirm-quit.ts';
import { withDataFolderTimeout } from './data-folder-timeout.ts';
import { runAfter, every } from './timers.ts';
import { checkNewerVersion } from './check-newer-version.ts';
import { showRunNotifications } from './run-notifications.ts';
import { releasesOf } from './releases.ts';
import { openWindow } from './window/window.ts';
import { createWindowList } from './window/window-list.ts';
import { AppError } from '../shared/app-error.ts';
import type { StudioLink } from '../shared/model/studio-link.ts';
import { createWindowStateFile } from './window/window-state-store.ts';

/** Each window is a process of its own. */
const maxWindows = 20;

export interface BootstrapOptions {
  readonly folders: AppPaths;
  readonly source: AppSource;
  readonly hostLog: HostLog;
  readonly links: LinkInbox;
}

// Composes the Electron host once the app is ready: guards first, then services, then the window.
export async function startMain({ folders, source, hostLog, links }: BootstrapOptions): Promise<void> {
  const { log: write } = hostLog;
  // The guards come before the services, which know the secrets; until then there is none.
  let scrubLog = (text: string): string => text;
  const log = scrubbedLog(write, (text) => scrubLog(text));
  const warn = (what: string): void => log('warn', what);
  const openLink = async (url: string): Promise<void> => shell.openExternal(safeLink(url));

  protocol.handle(appScheme, createAppProtocol(listAppFiles(folders.renderer)));
  guardPermissions(session.defaultSession, source);
  guardDownloads(session.defaultSession, source, {
    onRefused: warn,
    onFailed: (fileName) => {
      warn('A file could not be saved.');
      dialog.showErrorBox(`Could not save ${fileName}`, 'The file was not written. Choose another folder.');
    },
  });
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, { source, openLink, onRefused: warn });
  });

  const { warning } = await prepareDataFolder(folders.data);
  if (warning !== null) warn(warning);
  const lock = await withDataFolderTimeout(
    lockFolder(folders.data, `Electron window, process ${process.pid}`),
    folders.data,
    runAfter,
  );
  hostLog.openFile(folders.data);
  const services = createServices(
    createElectronPlatform({
      version: app.getVersion(),
      dataFolder: folders.data,
      resourcesFolder: folders.resources,
      demoServerFolder: folders.demoServer,
      // Not asked here: its answer may take as long as a person takes.
      vault: createSafeStorageVault({ storage: safeStorage, platform: process.platform }),
      children: {
        fork: (modulePath, args, options) => utilityProcess.fork(modulePath, args, options),
        killNow: (pid) => process.kill(pid, 'SIGKILL'),
      },
      openExternal: (url) => shell.openExternal(url),
      resolveProxy: (url) => session.defaultSession.resolveProxy(url),
      log: write,
    }),
  );
  ({ scrubLog } = services);

  let cancelStart = (): void => undefined;
  const stopping = new AbortController();
  const stop = async (): Promise<void> => {
    cancelStart();
    stopping.abort();
    await services.stop();
    await hostLog.close();
    await lock.release();
  };
  const { quitNow } = installGracefulShutdown({
    app,
    openWindows: () => BrowserWindow.getAllWindows(),
    stop,
    unfinished: services.unfinished,
    after: runAfter,
    log: warn,
  });
  const closeWindows = (): void => BrowserWindow.getAllWindows().forEach((window) => window.close());
  const question = installQuitQuestion({
    app,
    pendingWebhooks: services.pendingWebhooks,
    ask: async () => {
      const { response } = await dialog.showMessageBox(quitMessage(await services.describePendingWebhooks()));
      return quitAnswers[response] ?? 'cancel';
    },
    hasWindow: () => BrowserWindow.getAllWindows().length > 0,
    closeWindows,
    showWindow: () => show(),
    every,
    log: warn,
  });
  const quitUnasked = (why: string): void => {
    question.force();
    quitNow(why);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => quitUnasked(signal));
  }
  watchParent(process.env[parentPidVariable], { isAlive: isProcessAlive, every }, () =>
    quitUnasked('the parent process ended'),
  );

  const title = app.getName();
  const drawMenu = (commands: CommandMenu | null): void => {
    const options = { name: title, platform: process.platform, developing: !app.isPackaged };
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options, menuActions, commands)));
  };
  const appMenu = createAppMenu(drawMenu);
  const windows = createWindowList<BrowserWindow>(() => {
    appMenu.redraw();
    links.wake();
  });
  const releases = releasesOf(readRepository(folders.manifest));
  const menuActions = {
    checkNewerVersion:
      releases === null
        ? null
        : () => {
            checkNewerVersion({
              releases,
              version: app.getVersion(),
              request: (address, init) => net.fetch(address, init),
              ask: async (message) => (await dialog.showMessageBox(message)).response,
              openLink: (address) => menuActions.openLink(address),
            }).catch((error: unknown) => createBugReporter(log)('looking for a newer version', error));
          },
    reload: () => windows.current?.webContents.reload(),
    openDataFolder: () => {
      const showProblem = (problem: string): void =>
        dialog.showErrorBox('Could not open the data folder', problem);
      // It resolves with an error message.
      shell.openPath(folders.data).then(
        (problem) => {
          if (problem !== '') showProblem(problem);
        },
        (error: unknown) => showProblem(String(error)),
      );
    },
    openLink: (url: string) => {
      openLink(url).catch(() => dialog.showErrorBox('Could not open the link', url));
    },
    runCommand: (commandId: string) => appMenu.choose(commandId),
  };
  const handlers = {
    calls: {
      ...services.handlers.calls,
      'windows.new': async ({ link }: { readonly link: StudioLink }) => {
        if (windows.size >= maxWindows)
          throw new AppError('conflict', `There are ${maxWindows} windows.`, { hint: 'Close one first.' });
        open(link);
        return {};
      },
      'projects.pickFolder': async () => {
        const { canceled, filePaths } = await dialog.showOpenDialog({
          title: 'Open folder',
          properties: ['openDirectory', 'createDirectory'],
        });
        return { folder: canceled ? null : (filePaths[0] ?? null) };
      },
    },
  };
  drawMenu(null);

  const stateFile = createWindowStateFile(join(folders.profile, 'window-state.json'));
  const open = (link: StudioLink | null = null): BrowserWindow => {
    const boundsOfOtherWindow = windows.current?.getNormalBounds() ?? null;
    const parts = { title, preload: folders.preload, source, stateFile, log: warn };
    const window = openWindow({ ...parts, link, beside: boundsOfOtherWindow });
    windows.add(window);
    const isCurrent = (): boolean => windows.current === window;
    const menuPage = appMenu.addPage(isCurrent);
    const port = createIpcMainPort(window.webContents, source, warn);
    const pageHandlers = {
      calls: { ...handlers.calls, ...menuPage.calls },
      streams: { ...services.handlers.streams, ...menuPage.streams, ...links.streamsOf(isCurrent) },
    };
    serve(contract, pageHandlers, port, { onBug: createBugReporter(log) });
    return window;
  };
  const show = (): void => {
    const { current: window } = windows;
    if (window === null) {
      open();
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  app.on('second-instance', (_event, argv) => {
    show();
    links.open(linkInArguments(argv) ?? '');
  });
  app.on('open-url', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !question.isWaiting()) app.quit();
  });

  showRunNotifications(
    {
      streams: services.handlers.streams,
      platform: process.platform,
      isSupported: () => Notification.isSupported(),
      create: (options) => new Notification(options),
      setBadge: (count) => app.setBadgeCount(count),
      onClick: ({ link }) => {
        show();
        if (link !== null) links.show(link);
      },
    },
    stopping.signal,
  ).catch((error: unknown) => createBugReporter(log)('showing notifications', error));

  // Starting the demo server takes the processor for a second, so it waits for the window's first paint.
  cancelStart = afterFirstPaint(open(), runAfter, () => services.start());
}

function readRepository(manifest: string): unknown {
  const packageJson: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return Reflect.get(Object(packageJson), 'repository');
}
