import { app, dialog, protocol } from 'electron';
import { ignoreClosedOutput } from '../services/logging/closed-output.ts';
import { createHostLog } from '../services/logging/host-log.ts';
import { AppError } from '../shared/app-error.ts';
import { chooseSource, privilegedSchemes } from './window/app-origin.ts';
import { setWindowsAppId } from './app-id.ts';
import { resolvePaths } from './paths.ts';
import { linkScheme } from '../shared/model/studio-link.ts';
import { createLinkInbox, linkInArguments } from './deep-links.ts';
import { startMain } from './bootstrap.ts';
import { runAfter } from './timers.ts';

// The first of all: whoever started the program may have closed its output already.
ignoreClosedOutput();
const hostLog = createHostLog(process.stderr);
const { log } = hostLog;
const folders = resolvePaths({
  here: import.meta.dirname,
  packaged: app.isPackaged,
  resourcesPath: process.resourcesPath,
  userData: app.getPath('userData'),
  chosenData: process.env['REMOTE_GRAPH_STUDIO_DATA'],
});

// These four only take effect before the app is ready.
app.enableSandbox();
app.setPath('userData', folders.profile);
protocol.registerSchemesAsPrivileged(privilegedSchemes);
const isFirst = app.requestSingleInstanceLock();

setWindowsAppId(app, process);

const links = createLinkInbox();
links.open(linkInArguments(process.argv) ?? '');
// macOS sends a link as an event, maybe before the app is ready.
app.on('open-url', (event, url) => {
  event.preventDefault();
  links.open(url);
});

// Nothing can be shown before Electron is ready; a hanging start is at least reported.
const readyMs = 20_000;

if (isFirst) {
  const source = chooseSource(process.env['ELECTRON_RENDERER_URL'], app.isPackaged);
  const cancelWarning = runAfter(readyMs, () =>
    log(
      'warn',
      `Electron is not ready after ${readyMs / 1000} s. It may be waiting for the display or its child processes.`,
    ),
  );
  app
    .whenReady()
    .then(async () => {
      cancelWarning();
      // A program under development is not what a link should start. `--` ends Chromium's own switches.
      if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme, process.execPath, ['--']);
      await startMain({ folders, source, hostLog, links });
    })
    .catch((error: unknown) => {
      // The log first: the dialog stays until somebody closes it.
      log('error', `The studio did not start: ${error instanceof Error ? error.stack : String(error)}`);
      if (error instanceof AppError) dialog.showErrorBox(error.message, error.hint ?? '');
      else dialog.showErrorBox('The studio did not start.', String(error));
      app.exit(1);
    });
} else {
  app.quit();
}
