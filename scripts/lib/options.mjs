import { parseArgs } from 'node:util';

/** Parses the options of `npm start`, `npm run web` and `npm run dev`. Throws on unknown ones. */
export function startOptions(args = process.argv.slice(2)) {
  const { values } = parseArgs({
    args,
    options: {
      web: { type: 'boolean', default: false },
      'no-open': { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
      'allow-network': { type: 'boolean', default: false },
      debug: { type: 'boolean', default: false },
      port: { type: 'string' },
      address: { type: 'string' },
      team: { type: 'string' },
    },
  });
  return {
    web: values.web,
    open: !values['no-open'],
    build: !values['no-build'],
    allowNetwork: values['allow-network'],
    debug: values.debug,
    address: values.address ?? null,
    team: values.team ?? null,
    port: values.port === undefined ? null : portNumber(values.port),
  };
}

/** @param {string} text */
function portNumber(text) {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new Error(`"${text}" is not a port. Use a number from 0 (any free port) to 65535.`);
}
