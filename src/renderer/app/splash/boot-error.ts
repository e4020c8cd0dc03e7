import { removeSplash } from './splash.ts';
import styles from './splash.module.css';

/** Shows that the app's code failed to load, and how to retry. Imports nothing of the app. */
export function showBootError(root: HTMLElement): void {
  removeSplash();
  const main = document.createElement('main');
  main.className = styles.error ?? '';
  const heading = document.createElement('h1');
  heading.textContent = 'The studio did not respond while its window was opening';
  const sentence = document.createElement('p');
  // Electron loads the window from local files.
  const cause = window.studio
    ? 'Its files could not be read: it may have been updated or moved in the meantime.'
    : 'Check whether the command that started it is still running.';
  sentence.textContent = `${cause} What you typed is saved.`;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Open it again';
  const outcome = document.createElement('output');
  button.addEventListener('click', () => {
    outcome.textContent = '';
    // Retries only if the host responds: otherwise the browser would show its own error page, without this button.
    fetch(location.pathname, { cache: 'no-store' }).then(
      () => location.reload(),
      () => (outcome.textContent = 'Still not responding.'),
    );
  });
  main.append(heading, sentence, button, outcome);
  root.replaceChildren(main);
  button.focus();
}
