import type { ElementType, Key, ReactElement } from 'react';
import * as react from 'react/jsx-runtime';
import { escapeProps } from './escape-props.ts';

export { Fragment } from 'react/jsx-runtime';
export type { JSX } from 'react/jsx-runtime';

// React's JSX runtime, which also escapes invisible and right-to-left characters in every element, so that no
// view can forget to.
export function jsx(type: ElementType, props: Readonly<Record<string, unknown>>, key?: Key): ReactElement {
  return react.jsx(type, escapeProps(props), key);
}

export function jsxs(type: ElementType, props: Readonly<Record<string, unknown>>, key?: Key): ReactElement {
  return react.jsxs(type, escapeProps(props), key);
}
