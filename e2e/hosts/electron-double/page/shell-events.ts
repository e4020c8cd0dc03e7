import type { PageMessage } from './messages.ts';

/** Reports to the program what Electron's shell would notice: new windows and accelerators. */
export function watchShell(post: (message: PageMessage) => void): void {
  window.open = (url) => {
    post({ type: 'open', url: new URL(url ?? 'about:blank', location.href).href });
    return null;
  };
  const openLink = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    const wantsWindow = link.target === '_blank' || event.button === 1 || event.ctrlKey || event.shiftKey;
    if (!wantsWindow || link.download) return;
    event.preventDefault();
    post({ type: 'open', url: link.href });
  };
  addEventListener('click', openLink);
  addEventListener('auxclick', openLink);
  addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
    if (['Control', 'Meta', 'Alt', 'Shift'].includes(key)) return;
    const command = ctrlKey || metaKey;
    if (command || altKey || /^F\d+$/.test(key)) {
      post({ type: 'key', key: { key, command, alt: altKey, shift: shiftKey } });
    }
  });
}
