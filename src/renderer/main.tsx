import './ui/base.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { openLink } from './client/open-link.ts';
import { cspNonce } from './ui/csp-nonce.ts';

// Dialogs add a style tag while they are open; the page's policy takes it only with this load's nonce.
const nonce = cspNonce();
if (nonce !== undefined) setNonce(nonce);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <App link={openLink()} />
  </StrictMode>,
);
