import { readFileSync } from 'node:fs';
import { drawingStamp, iconFolder } from '../icons.mjs';
import { keptNotices, notices, shippedPackages } from '../notices.mjs';
import { createSbom } from '../sbom.mjs';

/**
 * What is said about the package: notices and icons, which are kept in the repository, and the list of components.
 * @param {string} electronVersion
 * @returns {Promise<import('./inspect.mjs').Finding[]>}
 */
export async function checkLegalDocuments(electronVersion) {
  const shipped = shippedPackages();
  const isSame = notices(shipped) === keptNotices();
  const isDrawn = readFileSync(new URL('drawing.sha256', iconFolder), 'utf8').trim() === drawingStamp();
  const count = new Set(Object.values(shipped).flatMap((part) => part.map(({ name }) => name))).size;
  const sbom = await createSbom(electronVersion).then(
    ({ components }) => ({ faults: [], note: `${components.length} components` }),
    (/** @type {unknown} */ error) => ({ faults: [String(error)], note: '' }),
  );
  return [
    { name: 'the list of components (SBOM) has every package that ships, and Electron', ...sbom },
    {
      name: 'the notices name every package that ships, and no other',
      faults: isSame ? [] : ['THIRD-PARTY-NOTICES.md is out of date. Run "npm run notices".'],
      note: `${count} packages`,
    },
    {
      name: 'the icons are those of the drawing',
      faults: isDrawn ? [] : ['src/renderer/icon.svg has changed. Run "npm run icons".'],
      note: '',
    },
  ];
}
