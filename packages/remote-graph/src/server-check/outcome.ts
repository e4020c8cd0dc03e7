// From the best to the worst; `untested` says nothing about the server.
export const outcomes = ['yes', 'less', 'different', 'missing', 'broken', 'untested'] as const;

// How a server does in one case.
export type Outcome = (typeof outcomes)[number];
