/** SARIF 2.1.0, so as GitHub's code scanning reads it, of the auditor and of the conformance suite. */
import type { ArtifactLocation, Region, Result, Run, ToolComponent } from 'sarif';

import { safeJson, visible } from './visible.ts';

/** Where the project and its pages are read. */
export const HOMEPAGE = 'https://github.com/soverane/yamo';

/** A log of one run. `driver` is the program without its home page, the rest is what the run says beside it. */
export const sarifText = (
  { name, semanticVersion, ...driver }: ToolComponent,
  { automationDetails, columnKind, properties, ...run }: Omit<Run, 'tool'>,
): string => {
  const tool = { driver: { name, semanticVersion, informationUri: HOMEPAGE, ...driver } };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool,
        automationDetails,
        columnKind,
        properties,
        originalUriBaseIds: {
          '%SRCROOT%': { description: { text: 'The root of the repository.' } },
        },
        ...run,
      },
    ],
  };
  return safeJson(log, 2);
};

/** A result in a file, whose path is relative to the repository where that is possible. */
export const resultIn = (
  path: string,
  region: Region,
  {
    level,
    text,
    ...of
  }: Pick<Result, 'ruleId' | 'ruleIndex' | 'level'> & { readonly text: string },
): Result => ({
  ...of,
  level,
  message: { text: plainText(text) },
  locations: [{ physicalLocation: { artifactLocation: artifactAt(path), region } }],
});

const artifactAt = (path: string): ArtifactLocation =>
  path.startsWith('/')
    ? { uri: `file://${uriPath(path)}` }
    : { uri: uriPath(path), uriBaseId: '%SRCROOT%' };

/** A path as a URI reference: its first part cannot be taken for a scheme, for colons are encoded. */
const uriPath = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');

/** A message may hold links, `[text](target)`, and placeholders, `{0}` (SARIF §3.11.5, §3.11.6); ours has neither. */
export const plainText = (text: string): string =>
  visible(text)
    .replaceAll('](', '] (')
    .replaceAll(/\{(\d+)\}/gu, '{{$1}}');
