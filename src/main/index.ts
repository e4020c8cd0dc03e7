import { app, dialog, protocol } from 'electron';
import { createLog } from '../services/line-log.ts';
import { AppError } from '../shared/app-error.ts';
import { chooseSource } from './app-origin.ts';
import { findFolders } from './folders.ts';
import { runStudio } from './studio.ts';
import { privilegedSchemes } from './privileges.ts';

const log = createLog(
  (line) => process.stderr.write(line),
  () => new Date(),
);
const folders = findFolders({
  here: import.meta.dirname,
  packaged: app.isPackaged,
  resourcesPath: process.resourcesPath,
  userData: app.getPath('userData'),
  chosenData: process.env['REMOTE_GRAPH_STUDIO_DATA'],
});

// These four count only before the program is ready.
app.enableSandbox();
app.setPath('userData', folders.profile);
protocol.registerSchemesAsPrivileged(privilegedSchemes);
const isFirst = app.requestSingleInstanceLock();

if (isFirst) {
  const source = chooseSource(process.env['ELECTRON_RENDERER_URL'], app.isPackaged);
  app
    .whenReady()
    .then(() => runStudio({ folders, source, log }))
    .catch((thrown: unknown) => {
      if (thrown instanceof AppError) dialog.showErrorBox(thrown.message, thrown.hint ?? '');
      log('error', `The studio did not start: ${thrown instanceof Error ? thrown.stack : String(thrown)}`);
      app.exit(1);
    });
} else {
  app.quit();
}
