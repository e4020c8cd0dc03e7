import './ui/base.css';
import { showOpening } from './app/opening/opening.ts';
import { sayStuck } from './app/opening/say-stuck.ts';
import { openPort } from './client/open-port.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

// The way to the host is found while the rest of the window is still being read.
const opening = openPort(new AbortController().signal);
// Whether it was found is told by the window, once there is one.
opening.catch(() => undefined);

showOpening()
  .then(() => import('./app/start.tsx'))
  .then(
    ({ start }) => start(root, opening),
    (problem: unknown) => {
      sayStuck(root);
      // Where a host keeps a log, uncaught errors of the page go there.
      reportError(problem);
    },
  );
