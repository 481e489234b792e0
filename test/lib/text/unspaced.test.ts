import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { termsOf as mesh } from '#lib/recall/analysis.ts';
import { withWordBorders } from '#lib/text/unspaced.ts';
import { Search, queryTerms } from '#lib/workspace/search.ts';

const grepFinds = (query: string, line: string): boolean => {
  const terms = queryTerms(query);
  return terms !== undefined && new Search(terms, 5).look('a.md', `${line}\n`) > 0;
};

/** As the index does it, without its ranking: every term of the question is one of the line. */
const meshFinds = (query: string, line: string): boolean => {
  const [asked, there] = [mesh(query), new Set(mesh(line))];
  return asked.length > 0 && asked.every((term) => there.has(term));
};

describe('a word is found by both searches', () => {
  it.each([
    ['Chinese around it', 'API', '请把API配置好'],
    ['Chinese behind a number', '50', '重跑后50条悬空'],
    ['Japanese around it', 'issue', '今日はGitHubのissueを3件closeした'],
    ['a long vowel before it', 'nginx', 'サーバーnginxを再起動'],
    ['Korean behind it', 'API', '오늘API를 설정했다'],
    ['Thai around it', 'PDF', 'ไฟล์PDFครับ'],
    ['an Arabic article before it', 'API', 'الAPI جاهز'],
    ['Cyrillic before it', 'VPN', 'моегоVPN'],
    ['Hebrew before it', 'Docker', 'הDocker עובד'],
    ['a hyphen behind it', 'gen', '重跑gen-itgc后'],
    ['Latin before it', 'ключ', 'APIключ потерян'],
    ['Chinese, with Latin beside it', '配置', '请把API配置好'],
    ['Chinese and Latin', '请把API配置', '请把API配置好'],
    ['an article with an apostrophe', 'école', 'à l’école'],
    ['a name with an apostrophe', 'Brien', 'met O’Brien'],
    ['another apostrophe', "O'Brien", 'met O’Brien'],
    ['no apostrophe', 'OBrien', "met O'Brien"],
    ['a letter that is an apostrophe', "п'ять", 'пʼять коней'],
    ['a possessive', 'Ada', 'Ada’s bees'],
    ['full-width letters', 'Docker', '清理Ｄｏｃｋｅｒ镜像'],
  ])('with %s', (_, query, line) => {
    expect([grepFinds(query, line), meshFinds(query, line)]).toEqual([true, true]);
  });

  it.each([
    ['tart', 'the restart of the pumps'],
    ['PI', '请把API配置好'],
    ['ocker', '清理Docker镜像'],
    ['rien', 'met O’Brien'],
  ])('and %s is none in "%s"', (query, line) => {
    expect([grepFinds(query, line), meshFinds(query, line)]).toEqual([false, false]);
  });
});

const bare = (one: string): string => one.replaceAll(/[ '’‘‛ʼʻʹ´′＇׳]/gu, '');

describe('withWordBorders', () => {
  it('adds blanks and changes apostrophes, and nothing else; twice is once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const cut = withWordBorders(text);
        expect(withWordBorders(cut)).toBe(cut);
        expect(bare(cut)).toBe(bare(text));
      }),
    );
  });
});
