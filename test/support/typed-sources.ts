/**
 * The sources as the compiler understands them: what they write as JSON, and which names they give files, whatever the
 * types and functions are called. The interface of the compiler is not stable yet; package.json pins its version.
 */
import { resolve } from 'node:path';

import { type Expression, type Node, SyntaxKind } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import {
  API,
  type Checker,
  type Program,
  SignatureKind,
  type Symbol,
  type Type,
} from 'typescript/unstable/sync';

import { below, linesOf, type Paths, wordsAt } from './paths.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What takes texts that only this process reads again. */
const INTERNAL = /^(?:postMessage|digest|sha256)$/u;

/** A value as it stands in the sources. */
export type Value = Expression;

/** The project, held by a process of the compiler until it is closed. */
export class TypedSources {
  readonly #api = new API({ cwd: ROOT });
  readonly #program: Program;
  readonly #checker: Checker;
  readonly #nodes = new Map<string, readonly Node[]>();

  constructor() {
    const openProject = resolve(ROOT, 'tsconfig.json');
    const [project] = this.#api.updateSnapshot({ openProject }).getProjects();
    if (project === undefined) throw new Error('the compiler found no project');
    this.#program = project.program;
    this.#checker = project.checker;
  }

  close(): void {
    this.#api.close();
  }

  /**
   * What calls in the sources below `folders` hand over: for each function or method by its last name, the argument with
   * this index. `on`: only methods of this class.
   */
  argumentsOf(
    folders: readonly string[],
    indexes: Readonly<Record<string, number>>,
    on?: string,
  ): readonly Expression[] {
    const indexOf = new Map(Object.entries(indexes));
    return this.#below(folders).flatMap((node) => {
      if (!is.isCallExpression(node)) return [];
      const { parent } = node;
      const index = indexOf.get(calleeOf(node));
      const isInternal = is.isCallExpression(parent) && INTERNAL.test(calleeOf(parent));
      if (index === undefined || isInternal) return [];
      if (on !== undefined && this.#classOf(node.expression) !== on) return [];
      return node.arguments[index] ?? [];
    });
  }

  /** What a member of this name is given in object literals. */
  membersNamed(folders: readonly string[], name: string): readonly Expression[] {
    return this.#below(folders).flatMap((node) =>
      is.isPropertyAssignment(node) && node.name.getText() === name ? [node.initializer] : [],
    );
  }

  /** Every text that is written out and, as far as it is known, like this. */
  textsLike(folders: readonly string[], pattern: RegExp): readonly string[] {
    return this.#below(folders)
      .flatMap((node) =>
        is.isStringLiteral(node) || is.isTemplateExpression(node) ? this.textsOf(node) : [],
      )
      .filter((text) => pattern.test(text));
  }

  /** The texts that an expression can be; `*` stands for what only a run can tell. */
  textsOf(node: Expression): readonly string[] {
    const words = wordsOf(this.#checker.getTypeAtLocation(node));
    if (words !== undefined) return words;
    if (is.isConditionalExpression(node))
      return [node.whenTrue, node.whenFalse].flatMap((one) => this.textsOf(one));
    if (is.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken)
      return joined([this.textsOf(node.left), this.textsOf(node.right)]);
    if (is.isTemplateExpression(node)) {
      const spans = node.templateSpans.flatMap(({ expression, literal }) => [
        this.textsOf(expression),
        [literal.text],
      ]);
      return joined([[node.head.text], ...spans]);
    }
    const declared = this.#valueOf(is.isCallExpression(node) ? node.expression : node);
    if (declared === undefined) return ['*'];
    if (!is.isCallExpression(node)) return this.textsOf(declared);
    const isExpression = is.isArrowFunction(declared) && is.isExpression(declared.body);
    return isExpression ? this.textsOf(declared.body) : ['*'];
  }

  /** The paths of a value's JSON, one a line, for each object that it can be. */
  shapesOf(value: Expression): readonly string[] {
    const type = this.#checker.getTypeAtLocation(value);
    const shapes = type?.isUnionType() ? type.getTypes() : [type];
    return shapes.flatMap((one) => {
      const paths: Paths = new Map();
      if (one !== undefined) this.#walk(one, '', [], paths);
      // The compiler forgets the words of an object that is written out here.
      for (const member of is.isObjectLiteralExpression(value) ? value.properties : [])
        if (is.isPropertyAssignment(member) && is.isStringLiteral(member.initializer))
          wordsAt(paths, member.name.getText()).add(member.initializer.text);
      const lines = linesOf(paths);
      return lines.length === 0 ? [] : [lines.join('\n')];
    });
  }

  #walk(type: Type, path: string, above: readonly Type[], paths: Paths): void {
    if (type.isUnionType()) {
      for (const one of type.getTypes()) this.#walk(one, path, above, paths);
      return;
    }
    const words = wordsAt(paths, path);
    if (type.isStringLiteralType() || type.isNumberLiteralType()) words.add(String(type.value));
    const hasMembers = type.isObjectType() || type.isIntersectionType();
    if (!hasMembers || above.some(({ id }) => id === type.id)) return;
    const inside = [...above, type];
    if (type.isTypeReference() && this.#checker.isArrayLikeType(type)) {
      for (const one of this.#checker.getTypeArguments(type))
        this.#walk(one, `${path}[]`, inside, paths);
      return;
    }
    for (const { valueType } of this.#checker.getIndexInfosOfType(type))
      this.#walk(valueType, `${path}.*`, inside, paths);
    const members = this.#checker.getPropertiesOfType(type);
    const written = this.#writtenAs(members.find(({ name }) => name === 'toJSON'));
    if (written !== undefined) {
      this.#walk(written, path, inside, paths);
      return;
    }
    for (const member of members) {
      const its = this.#checker.getTypeOfSymbol(member);
      const isOurs = member.declarations.every((one) => !/node_modules|^bundled:/u.test(one.path));
      if (its !== undefined && isOurs) this.#walk(its, below(path, member.name), inside, paths);
    }
  }

  /** What this method gives `JSON.stringify` in place of its object. */
  #writtenAs(method: Symbol | undefined): Type | undefined {
    const type = method && this.#checker.getTypeOfSymbol(method);
    const [call] = type ? this.#checker.getSignaturesOfType(type, SignatureKind.Call) : [];
    return call && this.#checker.getReturnTypeOfSignature(call);
  }

  /** What a name was declared with. */
  #valueOf(name: Expression): Expression | undefined {
    const declared = this.#checker.getSymbolAtLocation(name)?.valueDeclaration?.resolve();
    return declared && is.isVariableDeclaration(declared) ? declared.initializer : undefined;
  }

  #classOf(method: Expression): string | undefined {
    return is.isPropertyAccessExpression(method)
      ? this.#checker.getTypeAtLocation(method.expression)?.getSymbol()?.name
      : undefined;
  }

  #below(folders: readonly string[]): readonly Node[] {
    return folders.flatMap((folder) => {
      const known = this.#nodes.get(folder);
      if (known !== undefined) return known;
      const nodes = this.#program
        .getSourceFileNames()
        .filter((name) => name.startsWith(`${ROOT}/${folder}/`))
        .flatMap((name) => everyNode(this.#program.getSourceFile(name)));
      this.#nodes.set(folder, nodes);
      return nodes;
    });
  }
}

/** The words that a type is made of; `undefined` if it is made of anything else. */
const wordsOf = (type: Type | undefined): readonly string[] | undefined => {
  const all = type?.isUnionType() ? type.getTypes() : [type];
  const words = all.map((one) => (one?.isStringLiteralType() ? one.value : undefined));
  return words.every((one) => one !== undefined) ? words : undefined;
};

/** Every way to put one text of each part behind the other. */
const joined = (parts: readonly (readonly string[])[]): readonly string[] =>
  parts.reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)), ['']);

const calleeOf = ({ expression }: { readonly expression: Expression }): string =>
  is.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();

const everyNode = (root: Node | undefined): readonly Node[] => {
  const found = root === undefined ? [] : [root];
  for (const node of found) node.forEachChild((child) => void found.push(child));
  return found;
};
