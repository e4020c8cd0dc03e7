import { lazy, Suspense } from 'react';
import { Loading } from '../feedback/Loading.tsx';
import type { JsonEditorProps } from './json-editor-props.ts';

const CodeMirrorJson = lazy(async () => ({ default: (await import('./CodeMirrorJson.tsx')).CodeMirrorJson }));

/** A JSON editor. CodeMirror is loaded with the first one. */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <Suspense fallback={<Loading>Loading the editor</Loading>}>
      <CodeMirrorJson {...props} />
    </Suspense>
  );
}
