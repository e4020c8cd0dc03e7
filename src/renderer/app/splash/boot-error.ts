import { removeSplash } from './splash.ts';
import styles from './splash.module.css';

/** Says in the page that the window's code did not come, with the one thing to do. It uses nothing of the window. */
export function showBootError(root: HTMLElement): void {
  removeSplash();
  const main = document.createElement('main');
  main.className = styles.error ?? '';
  const heading = document.createElement('h1');
  heading.textContent = 'The studio did not respond while its window was opening';
  const sentence = document.createElement('p');
  // Electron reads the window from its own files.
  const cause = window.studio
    ? 'Its files could not be read: it may have been updated or moved meanwhile.'
    : 'Check whether the command that started it is still running.';
  sentence.textContent = `${cause} What you typed is kept.`;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Open it again';
  const outcome = document.createElement('output');
  button.addEventListener('click', () => {
    outcome.textContent = '';
    // A page that is loaded from a studio that is away is the browser's own, without this button.
    fetch(location.pathname, { cache: 'no-store' }).then(
      () => location.reload(),
      () => (outcome.textContent = 'Still not responding.'),
    );
  });
  main.append(heading, sentence, button, outcome);
  root.replaceChildren(main);
  button.focus();
}
