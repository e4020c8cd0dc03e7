// Test files share a process and its window. Each finds the window empty. The elements themselves stay: Testing Library
// has looked up the body when it was loaded.
document.head.replaceChildren();
document.body.replaceChildren();
for (const element of [document.documentElement, document.head, document.body]) {
  for (const { name } of Array.from(element.attributes)) element.removeAttribute(name);
}
document.title = '';
localStorage.clear();
sessionStorage.clear();
