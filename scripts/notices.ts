import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package whose code is in the bundle. */
interface Bundled {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

const HEAD = `Code of these packages is part of the files in this folder. Each release on GitHub has a bill of materials,
sbom.cdx.json (CycloneDX), of all that they are built from and with.`;

/**
 * The licence texts of every bundled package: MIT and Apache-2.0 both ask that they travel with the code.
 * `inputs` are esbuild's, relative to `root`. Throws when a package has neither a licence text nor a licence field.
 */
export function thirdPartyNotices(root: string, inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((input) => packageFolder(input) ?? []));
  const sections = [...folders].toSorted().map((folder) => notice(root, describe(root, folder)));
  return `${HEAD}\n\n${sections.join('\n')}`;
}

function packageFolder(input: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

function describe(root: string, folder: string): Bundled {
  const manifest: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const field = (key: string): string => {
    const value: unknown = Object.entries(manifest ?? {}).find(([name]) => name === key)?.[1];
    return typeof value === 'string' ? value : '';
  };
  const [name, version, license] = [field('name'), field('version'), field('license')];
  if (license === '') throw new Error(`${folder} names no licence`);
  return { folder, name, version, license };
}

function notice(root: string, { folder, name, version, license }: Bundled): string {
  const path = join(root, folder);
  const texts = existsSync(path)
    ? readdirSync(path).filter((f) => /^(licen[cs]e|notice)/i.test(f))
    : [];
  const bodies = texts.toSorted().map((file) => readFileSync(join(path, file), 'utf8').trim());
  return [`## ${name} ${version} (${license})`, '', ...bodies, ''].join('\n');
}
