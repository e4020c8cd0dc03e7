import { lazy, Suspense } from 'react';
import { Loading } from '../feedback/Loading.tsx';
import type { JsonEditorProps } from './json-editor-props.ts';

const CodeMirrorJson = lazy(async () => ({ default: (await import('./CodeMirrorJson.tsx')).CodeMirrorJson }));

/** An editor for one JSON text. The heavy part is loaded when one is first shown. */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <Suspense fallback={<Loading>Loading the editor</Loading>}>
      <CodeMirrorJson {...props} />
    </Suspense>
  );
}
