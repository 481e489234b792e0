/** Type declarations, as the sources have them: what a program may expect in the JSON that yamo prints. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** These declarations of a file, with their comments. Throws where one is not there. */
export function declarationsOf(file: string, names: readonly string[]): readonly string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return names.map((name) => {
    const declared = new RegExp(
      `(?:^/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)?^(?:export )?(?:interface ${name} .*?^\\}|type ${name} =.*?;\\n(?=\\n|(?![^])))`,
      'msu',
    ).exec(source);
    if (declared === null) throw new Error(`${file} declares no ${name}`);
    return declared[0]
      .trim()
      .replaceAll('readonly ', '')
      .replaceAll(/^export /gmu, '');
  });
}
