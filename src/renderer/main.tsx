import './page-policy.ts';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { openLink } from './client/open-link.ts';
import { warmUpLayout } from './graph/start-layout-worker.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
warmUpLayout();
createRoot(root).render(
  <StrictMode>
    <App link={openLink()} />
  </StrictMode>,
);
