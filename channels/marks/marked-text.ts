/**
 * Markdown as text without its marks, and what each part of it is: for chats that are told that beside the text. What is
 * no Markdown that every chat knows stays as it was written: HTML, tables, pictures that nobody fetches.
 */
import { Marked, type Token, type Tokens } from 'marked';

/** What a part of a text is, from one UTF-16 unit to another. */
export interface Mark {
  readonly is: 'bold' | 'italic' | 'struck' | 'code' | 'block' | 'quote' | 'link';
  readonly from: number;
  readonly to: number;
  /** Of a link: http, https or mailto, and nothing else. */
  readonly url?: string;
  /** Of a block of code, where it is named. */
  readonly language?: string;
}

export interface MarkedText {
  readonly text: string;
  /** In the order of their beginnings; those within another come after it. */
  readonly marks: readonly Mark[];
}

const parser = new Marked({ gfm: true });

/** Throws what a parser throws for what is nested too deeply. */
export const markedText = (markdown: string): MarkedText => {
  const writer = new Writer();
  writer.blocks(parser.lexer(markdown));
  return writer.whole();
};

const URL_SHOWN = /^(?:https?:\/\/|mailto:)\S+$/iu;
const INDENT = '   ';

class Writer {
  #text = '';
  readonly #marks: Mark[] = [];
  /** What each line begins with, by the lists that it stands in. */
  #indent = '';

  whole(): MarkedText {
    const text = this.#text.trimEnd();
    // What lies within another was finished before it.
    const marks = this.#marks
      .toReversed()
      .map((mark) => Object.assign({}, mark, { to: Math.min(mark.to, text.length) }))
      .filter(({ from, to }) => from < to)
      .toSorted((one, other) => one.from - other.from || other.to - one.to);
    return { text, marks };
  }

  blocks(tokens: readonly Token[], between = '\n\n'): void {
    let isFirst = true;
    for (const token of tokens) {
      if (token.type === 'space') continue;
      if (!isFirst) this.#write(between);
      isFirst = false;
      this.#block(token);
    }
  }

  #block(token: Token): void {
    if (isOf(token, 'heading')) this.#marked('bold', () => this.#inline(token.tokens));
    else if (isOf(token, 'code')) {
      const language = token.lang?.split(/\s/u)[0] ?? '';
      this.#marked('block', () => this.#write(token.text), language === '' ? {} : { language });
    } else if (isOf(token, 'blockquote')) this.#marked('quote', () => this.blocks(token.tokens));
    else if (isOf(token, 'list')) this.#list(token);
    else if (isOf(token, 'table')) this.#marked('block', () => this.#write(token.raw.trimEnd()));
    else if (isOf(token, 'paragraph')) this.#inline(token.tokens);
    else if (isOf(token, 'text')) this.#inline(token.tokens ?? [token]);
    else this.#write(token.raw.trimEnd());
  }

  #list({ items, ordered, start }: Tokens.List): void {
    const outer = this.#indent;
    for (const [at, item] of items.entries()) {
      if (at > 0) this.#write('\n');
      const box = item.checked === true ? '☑ ' : '☐ ';
      this.#write(`${ordered ? `${Number(start) + at}.` : '•'} ${item.task ? box : ''}`);
      this.#indent = outer + INDENT;
      this.blocks(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        '\n',
      );
      this.#indent = outer;
    }
  }

  #inline(tokens: readonly Token[]): void {
    for (const token of tokens) {
      if (isOf(token, 'strong')) this.#marked('bold', () => this.#inline(token.tokens));
      else if (isOf(token, 'em')) this.#marked('italic', () => this.#inline(token.tokens));
      else if (isOf(token, 'del')) this.#marked('struck', () => this.#inline(token.tokens));
      else if (isOf(token, 'codespan')) this.#marked('code', () => this.#write(token.text));
      else if (isOf(token, 'link')) this.#link(token);
      else if (isOf(token, 'escape')) this.#write(token.text);
      else if (token.type === 'br') this.#write('\n');
      else if (isOf(token, 'text') && token.tokens !== undefined) this.#inline(token.tokens);
      else this.#write(token.raw);
    }
  }

  #link({ href, text, raw, tokens }: Tokens.Link): void {
    // A chat finds bare addresses by itself; where a link leads elsewhere than it says, it says where.
    if (!URL_SHOWN.test(href) || raw === text) this.#write(raw);
    else this.#marked('link', () => this.#inline(tokens), { url: href });
  }

  #marked(is: Mark['is'], write: () => void, more: Pick<Mark, 'url' | 'language'> = {}): void {
    const from = this.#text.length;
    write();
    this.#marks.push({ is, from, to: this.#text.length, ...more });
  }

  #write(text: string): void {
    this.#text += text.replaceAll('\n', `\n${this.#indent}`);
  }
}

interface Known {
  readonly heading: Tokens.Heading;
  readonly code: Tokens.Code;
  readonly blockquote: Tokens.Blockquote;
  readonly list: Tokens.List;
  readonly table: Tokens.Table;
  readonly paragraph: Tokens.Paragraph;
  readonly text: Tokens.Text;
  readonly strong: Tokens.Strong;
  readonly em: Tokens.Em;
  readonly del: Tokens.Del;
  readonly codespan: Tokens.Codespan;
  readonly link: Tokens.Link;
  readonly escape: Tokens.Escape;
}

const isOf = <Type extends keyof Known>(token: Token, type: Type): token is Known[Type] =>
  token.type === type;
