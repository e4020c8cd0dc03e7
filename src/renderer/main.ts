import './ui/base.css';
import { showSplash } from './app/splash/splash.ts';
import { showBootError } from './app/splash/boot-error.ts';
import { createPortOpener } from './rpc/open-port.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

// The way to the host is found while the rest of the window is still being read.
const openPort = createPortOpener();
const portPromise = openPort(new AbortController().signal);
// The window reports whether it was found, once there is one.
portPromise.catch(() => undefined);

showSplash()
  .then(() => import('./app/bootstrap.tsx'))
  .then(
    ({ mountWindow }) => mountWindow(root, openPort, portPromise),
    (problem: unknown) => {
      showBootError(root);
      // Where a host keeps a log, uncaught errors of the page go there.
      reportError(problem);
    },
  );
