import './ui/base.css';
import { openPort } from './client/open-port.ts';

// The way to the host is found while the rest of the window is still being read.
const opening = openPort(new AbortController().signal);
// Whether it was found is told by the window, once there is one.
opening.catch(() => undefined);
void import('./app/start.tsx').then(({ start }) => start(opening));
