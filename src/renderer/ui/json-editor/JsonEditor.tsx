import { Loading } from '../display/Loading.tsx';
import { lazyView } from '../lazy-view.tsx';

export const JsonEditor = lazyView(async () => (await import('./CodeMirrorJson.tsx')).CodeMirrorJson, {
  preload: false,
  waiting: <Loading>Loading the editor</Loading>,
});
