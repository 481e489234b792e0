/** Packs the extension of `integrations/vscode`: `node scripts/vscode.ts [FILE.vsix]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { build } from 'esbuild';

import { zipOf } from './zip.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'integrations/vscode');

/** The extension as VS Code installs it. Throws what esbuild throws. */
export const packedExtension = async (): Promise<Buffer> => {
  const { outputFiles } = await build({
    entryPoints: [join(FOLDER, 'extension.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    minify: true,
    legalComments: 'inline',
    write: false,
    logLevel: 'warning',
  });
  const [code] = outputFiles;
  if (code === undefined) throw new Error('esbuild wrote nothing');
  const manifest = readFileSync(join(FOLDER, 'package.json'));
  return zipOf(
    new Map<string, Uint8Array>([
      ['[Content_Types].xml', Buffer.from(CONTENT_TYPES)],
      ['extension.vsixmanifest', Buffer.from(vsixManifest(JSON.parse(manifest.toString('utf8'))))],
      ['extension/package.json', manifest],
      ['extension/README.md', readFileSync(join(FOLDER, 'README.md'))],
      ['extension/LICENSE.txt', readFileSync(join(ROOT, 'LICENSE'))],
      ['extension/extension.cjs', code.contents],
    ]),
  );
};

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: string;
  readonly publisher: string;
  readonly engines: { readonly vscode: string };
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
  'json',
  'md',
  'txt',
  'cjs',
  'vsixmanifest',
]
  .map((extension) => `<Default Extension=".${extension}" ContentType="text/plain"/>`)
  .join('')}</Types>
`;

const vsixManifest = ({
  name,
  displayName,
  description,
  version,
  publisher,
  engines,
}: Manifest): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Categories>Linters</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;

if (import.meta.main) {
  const [file = 'yamo-audit.vsix'] = process.argv.slice(2);
  const packed = await packedExtension();
  writeFileSync(file, packed);
  process.stdout.write(`${file}: ${Math.round(packed.length / 1024)} KB\n`);
}
