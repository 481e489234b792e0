/** Paths that the files of a workspace name, as code or as the target of a link. */
import type { Line } from '#lib/text/lines.ts';
import { matchesIn } from '#lib/text/matches.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { Document, once } from '#audit/workspace/document.ts';

/** A path as it is written, and where. */
export interface NamedPath {
  readonly line: number;
  /** `~/bin/lamp.sh`, `/srv/pump/run`, `scripts/tide.py`. */
  readonly path: string;
}

const PATH_MAX_CHARS = 200;
const SPAN = /`([^`\n]+)`|\]\(<?([^\s()<>]+)>?\)/gu;
const PATH = /^(?:~|\.{1,2})?\/?[\p{L}\p{N}_.-]+(?:\/[\p{L}\p{N}_.-]+)*\/?$/u;
const EXTENSION =
  /\.(?:bash|cfg|conf|csv|css|db|html|ini|js|json|md|mjs|pdf|pem|png|py|rb|sh|sql|toml|ts|txt|xml|ya?ml|zsh)$/iu;
const ROOTED = /^(?:~|\.{1,2}|\/[^/]+)\/[^/]/u;
/** `memory/YYYY-MM-DD.md`, `NAME.md`, `example/`: what stands for something else. */
const STANDS_FOR = /\b(?:YYYY|MM|DD|NAME|PATH|FILE|example|path\/to|your)\b|\.\.\.|…/u;
/** Of a host of the web there is no extension but of its page. */
const HOST = /^[^./~][^/]*\.[a-z]{2,6}\/|^www\./u;
/** What the sentence makes, or leaves open. */
const OPEN =
  /(?<![\p{L}])(?:creates?|writes?|saves?|appends?|logs?|generates?|if|when|unless|optional|exists?|missing|deletes?|removes?|e\.g|such as|like|named)(?![\p{L}])/iu;

/** Paths of one file; those that may or may not be there by what is said of them are left out. */
export const namedPaths = once(({ name, lines }): readonly NamedPath[] =>
  name === 'BOOTSTRAP.md' ? [] : lines.flatMap(pathsOf),
);

const pathsOf = ({ kind, line, text }: Line): readonly NamedPath[] =>
  kind !== 'text' || OPEN.test(text)
    ? []
    : matchesIn(text, SPAN).flatMap(([, code, target]) => {
        const [path = ''] = (code ?? target ?? '').split('#', 1);
        return isPath(path) ? [{ line, path }] : [];
      });

const isPath = (text: string): boolean =>
  text.length <= PATH_MAX_CHARS &&
  PATH.test(text) &&
  (ROOTED.test(text) || EXTENSION.test(text)) &&
  !STANDS_FOR.test(text) &&
  !HOST.test(text) &&
  !text.startsWith('memory/');

/** The paths that the Markdown files in the root of a workspace name, each once. */
export const allNamedPaths = ({ items }: Snapshot): ReadonlySet<string> =>
  new Set(
    [...items.values()].flatMap(({ name, content }) =>
      content.is === 'text' && /^[^/]+\.md$/iu.test(name)
        ? namedPaths(new Document(name, content)).map(({ path }) => path)
        : [],
    ),
  );
