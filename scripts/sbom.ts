import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { packagesIn } from './notices.ts';

/**
 * What the bundle is made of, as CycloneDX 1.6: every package whose code is in it, by name, version and licence. It holds no
 * time and no random number, so that the same sources make the same file.
 */
export function billOfMaterials(root: string, inputs: readonly string[]): string {
  const manifest: { name: string; version: string; license: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const components = packagesIn(root, inputs).map(({ name, version, license }) => ({
    type: 'library',
    'bom-ref': purlOf(name, version),
    name,
    version,
    licenses: [{ expression: license }],
    purl: purlOf(name, version),
  }));
  const own = {
    type: 'application',
    'bom-ref': purlOf(manifest.name, manifest.version),
    name: manifest.name,
    version: manifest.version,
    licenses: [{ expression: manifest.license }],
    purl: purlOf(manifest.name, manifest.version),
  };
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([own, components]))}`,
    version: 1,
    metadata: { component: own },
    components,
    dependencies: [
      { ref: own['bom-ref'], dependsOn: components.map((component) => component['bom-ref']) },
    ],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** A name-based identifier (RFC 9562, version 8): of the content, and of nothing else. */
const uuidOf = (content: string): string => {
  const hex = createHash('sha256').update(content).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
