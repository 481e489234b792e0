/** The parts of a prompt, each with where it comes from, and how they are put together. */
import type { FactName, LayoutDocument } from '#lib/layout/document.ts';
import type { CacheGroup } from '#lib/protocol/protocol.ts';
import type { Audience } from '#lib/spec/audience.ts';
import type { PromptFacts } from './facts.ts';
import type { FileItem } from './items.ts';
import type { TextSpan } from './spans.ts';

/** Where a piece comes from. */
type Source =
  /** `from` and `to` are places in the text of the file, in UTF-16 units; `altered`: shown otherwise than it stands there. */
  | {
      readonly is: 'file';
      readonly file: string;
      readonly sha256: string;
      readonly from: number;
      readonly to: number;
      readonly altered?: true;
    }
  /** Says that something of a file is left out. */
  | { readonly is: 'marker'; readonly file: string }
  | { readonly is: 'layout'; readonly what: string }
  | { readonly is: 'fact'; readonly fact: FactName | 'briefing' };

/** A part of a prompt; glued together they are the prompt. */
export interface Piece {
  readonly text: string;
  readonly group: CacheGroup;
  readonly source: Source;
}

/** Puts a file into its fence. */
export type Fence = (
  file: string,
  text: string,
) => {
  readonly before: string;
  readonly text: string;
  readonly after: string;
};

/** What pieces are made of. */
export interface Rendering {
  readonly document: LayoutDocument;
  readonly audience: Audience;
  readonly facts: PromptFacts;
  readonly items: readonly FileItem[];
  /** Of items that were cut, what is left; of those that were dropped, nothing. */
  readonly kept: ReadonlyMap<string, readonly TextSpan[]>;
  readonly sha256: (file: string) => string;
  readonly fence?: Fence | undefined;
  /** Hears of facts that are not given. */
  readonly without: (fact: FactName) => void;
}

/** Two runs of pieces with a separator between them, which belongs to the second. */
export const joinPieces = (
  before: readonly Piece[],
  after: readonly Piece[],
  separator: string,
): readonly Piece[] => {
  const [first] = after;
  if (before.length === 0 || first === undefined) return [...before, ...after];
  return [...before, layoutPiece(separator, first.group, 'separator'), ...after];
};

/** Words of the layout's own. */
export const layoutPiece = (text: string, group: CacheGroup, what: string): Piece => ({
  text,
  group,
  source: { is: 'layout', what },
});

/** Pieces under a heading, if there is one. */
export const headed = (
  heading: string | undefined,
  body: readonly Piece[],
  group: CacheGroup,
  headingEnd: string,
): readonly Piece[] => {
  if (heading === undefined) return body;
  const end = body.length === 0 ? '' : headingEnd;
  return [layoutPiece(`${heading}${end}`, group, 'heading'), ...body];
};
