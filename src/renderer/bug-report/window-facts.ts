export function windowFacts(): { readonly name: string; readonly value: string }[] {
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  return [
    { name: 'Browser', value: navigator.userAgent.slice(0, 1000) },
    { name: 'Language', value: navigator.language },
    { name: 'Window', value: `${innerWidth} × ${innerHeight}, ${devicePixelRatio} pixels each` },
    { name: 'Color scheme', value: getComputedStyle(document.documentElement).colorScheme },
    { name: 'Online', value: navigator.onLine ? 'yes' : 'no' },
  ];
}
