// A hook of Node's module loader: what files of the repository import by name is taken from the installation of a server,
// so that graphs and server share one graph library.

let root = '';
let installation = '';

/** @param {{ root: string, installation: string }} data URLs of folders, with a slash at the end. */
export function initialize(data) {
  ({ root, installation } = data);
}

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, nextResolve) {
  const { parentURL = '' } = context;
  const isName = /^[@a-z]/i.test(specifier) && !/^[a-z]+:/i.test(specifier);
  // A module that the studio writes into its data folder imports files by their URL only.
  const isOurs = parentURL.startsWith(root) && !parentURL.slice(root.length).includes('node_modules/');
  if (!isName || !isOurs) return nextResolve(specifier, context);
  return nextResolve(specifier, { ...context, parentURL: new URL('package.json', installation).href });
}
