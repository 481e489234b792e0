/** Builds the documentation into `site/`: open `site/index.html`. Fails where a link leads nowhere. */
import { join, resolve } from 'node:path';
import process from 'node:process';

import { buildSite } from './site/build.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'site');

const { pages, complaints } = await buildSite(ROOT, FOLDER);
const links = pages.reduce((sum, page) => sum + page.links.length, 0);
for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
process.stdout.write(
  `${pages.length} pages, ${links} links, ${complaints.length} broken: file://${FOLDER}/index.html\n`,
);
process.exitCode = complaints.length > 0 ? 1 : 0;
