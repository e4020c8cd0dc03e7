/** Where the built double lies; `electron-double` in it is the executable. */
export declare const doubleFolder: string;

/** Builds the double and returns the path of its executable. */
export declare function buildDouble(): Promise<string>;
