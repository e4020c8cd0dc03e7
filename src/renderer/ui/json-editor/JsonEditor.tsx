import { Loading } from '../feedback/Loading.tsx';
import { lazyView } from '../lazy-view.tsx';

/** A JSON editor. CodeMirror is loaded with the first one. */
export const JsonEditor = lazyView(async () => (await import('./CodeMirrorJson.tsx')).CodeMirrorJson, {
  preload: false,
  waiting: <Loading>Loading the editor</Loading>,
});
