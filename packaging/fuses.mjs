/**
 * Fuses of the packaged program (row E-16), by their names in `@electron/fuses`. Packaging flips exactly these and
 * reads them back; a build for end-to-end tests differs in `EnableNodeCliInspectArguments` alone, which Playwright
 * needs.
 */
export const fuses = Object.freeze({
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  // As it comes: without the handlers, V8 checks each access to WebAssembly's memory by itself. Slower, and no
  // safer.
  WasmTrapHandlers: true,
});
