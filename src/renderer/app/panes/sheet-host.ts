import { createContext } from 'react';

/** The element that the dock's code fills with the run sheet; `null` until it is in the page. */
export const SheetHostContext = createContext<HTMLElement | null>(null);
