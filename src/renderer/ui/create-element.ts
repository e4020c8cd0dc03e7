import { createElement as createReactElement, type ElementType, type ReactElement } from 'react';
import { escapeProps } from './escape-props.ts';

// What compilers emit instead of `jsx` for `<View {...props} key={key} />`; see `jsx-runtime.ts`.
export function createElement(
  type: ElementType,
  props: Readonly<Record<string, unknown>> | null,
  ...children: readonly unknown[]
): ReactElement {
  const { children: escaped, ...rest } = escapeProps({
    ...props,
    ...(children.length > 0 ? { children } : {}),
  });
  if (children.length === 0)
    return createReactElement(type, escaped === undefined ? rest : { ...rest, children: escaped });
  // oxlint-disable-next-line studio/no-spread-arguments -- the children written in JSX
  return createReactElement(type, rest, ...(escaped as Parameters<typeof createReactElement>[2][]));
}
