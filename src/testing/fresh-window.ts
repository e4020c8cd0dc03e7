import { onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { afterAll } from 'vitest';

// Test files share a process and its window, which is emptied for each. The elements themselves stay, because
// Testing Library keeps a reference to the body.
document.head.replaceChildren();
document.body.replaceChildren();
for (const element of [document.documentElement, document.head, document.body]) {
  for (const { name } of Array.from(element.attributes)) element.removeAttribute(name);
}
document.title = '';
localStorage.clear();
sessionStorage.clear();
// A file may have ended without its host; packages stay loaded.
onlineManager.setOnline(true);
// It draws nothing, and does not have this one.
Element.prototype.checkVisibility ??= () => true;

// What is still rendered would be unmounted in the next file, whose cleanup knows it, too, and whose window is empty by then.
afterAll(cleanup);
