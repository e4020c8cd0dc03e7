import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { omittedPackages } from '../bundle-server.mjs';
import { keptNotices, notices, shippedPackages } from './notices.mjs';
import { recordFile } from './record-packages.mjs';
import { containerSbom, reduceSbom } from './sbom.mjs';
import { shippedManifest } from './stage.mjs';

const isBuilt = existsSync(recordFile('main')) && existsSync(recordFile('web-host'));

it.skipIf(!isBuilt)(
  'the notices name what ships (else: npm run notices); only known after a build, which npm test makes first',
  () => {
    const shipped = shippedPackages();
    expect(keptNotices()).toBe(notices(shipped));
    const names = shipped['demo-server'].map(({ name }) => name);
    expect(names).toContain('@langchain/langgraph-api');
    expect(names.filter((name) => name in omittedPackages)).toEqual([]);
    expect(shipped.program.map(({ name }) => name)).toContain('undici');
  },
);

it('the packaged manifest has no script, dependency or other trace of development', () => {
  const manifest = JSON.parse(shippedManifest()) as Record<string, unknown>;
  expect(Object.keys(manifest).toSorted()).toEqual(
    [
      'author',
      'description',
      'desktopName',
      'homepage',
      'license',
      'main',
      'name',
      'productName',
      'type',
      'version',
    ].toSorted(),
  );
});

const component = (name: string, version: string): ReturnType<typeof reduceSbom>['components'][number] => ({
  name,
  version,
  'bom-ref': `${name}@${version}`,
  type: 'library',
  properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
});

it('the list of components has what ships and Electron, and says so if npm does not know one', () => {
  const installed = {
    components: [
      component('react', '19.0.0'),
      component('react', '18.0.0'),
      component('vite', '8.0.0'),
      component('electron', '45.0.0'),
    ],
    dependencies: [
      { ref: 'remote-graph-studio@1', dependsOn: ['react@19.0.0', 'vite@8.0.0'] },
      { ref: 'vite@8.0.0' },
    ],
    metadata: { component: component('remote-graph-studio', '1') },
  };
  const sbom = reduceSbom(installed, [{ name: 'react', version: '19.0.0' }], '45.0.0');
  expect(sbom.components.map((entry) => entry['bom-ref'])).toEqual(['react@19.0.0', 'electron@45.0.0']);
  expect(sbom.components[0]?.properties).toEqual([]);
  expect(sbom.dependencies).toEqual([{ ref: 'remote-graph-studio@1', dependsOn: ['react@19.0.0'] }]);
  expect(() => reduceSbom(installed, [{ name: 'preact', version: '1.0.0' }], '45.0.0')).toThrow(
    'preact@1.0.0, which ships',
  );
});

it('the list of components of the npm package is without Electron; that of the container adds Node and its system', () => {
  const installed = {
    components: [component('zod', '4.0.0'), component('electron', '45.0.0')],
    dependencies: [{ ref: 'remote-graph-studio@1', dependsOn: ['zod@4.0.0', 'electron@45.0.0'] }],
    metadata: { component: component('remote-graph-studio', '1') },
  };
  const npmPackage = reduceSbom(installed, [{ name: 'zod', version: '4.0.0' }], null);
  expect(npmPackage.components.map(({ name }) => name)).toEqual(['zod']);
  const packages = [{ name: 'libstdc++6', version: '12.2.0-14+deb12u1' }];
  const container = containerSbom(npmPackage, { node: '22.23.0', system: 'debian', packages });
  expect(container.metadata.component.type).toBe('container');
  expect(container.components.map(({ purl, name }) => purl ?? name)).toEqual([
    'zod',
    'pkg:generic/node@22.23.0',
    'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1',
  ]);
  expect(container.dependencies[0]?.dependsOn).toHaveLength(3);
});
