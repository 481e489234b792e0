/** Long dialogues with questions whose answers are labelled by utterance: the files of LoCoMo, which the project does not hold. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Question } from '#test/support/recall/questions.ts';

/** One dialogue, as logs of the days on which its sessions were. */
export interface Dialogue {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly questions: readonly Question[];
}

interface Turn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly clean_text?: string;
}

interface Recorded {
  readonly qa: readonly { readonly question: string; readonly evidence?: readonly string[] }[];
  readonly [session: `session_${number}`]: readonly Turn[] | undefined;
  readonly [date: `session_${number}_date_time`]: string | undefined;
}

/** The dialogues of a folder of such files. Throws where one is none. */
export const dialoguesIn = (folder: string): readonly Dialogue[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => {
      const recorded: Recorded = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      return dialogueOf(name, recorded);
    });

const dialogueOf = (name: string, recorded: Recorded): Dialogue => {
  const logs = new Map<string, string[]>();
  const places = new Map<string, string>();
  for (let nth = 1; recorded[`session_${nth}`] !== undefined; nth += 1) {
    const { day, time } = momentOf(recorded[`session_${nth}_date_time`] ?? '');
    const file = `memory/${day}.md`;
    const lines = logs.get(file) ?? [`# Memory — ${day}`];
    logs.set(file, lines);
    lines.push('', `## Session [${time}]`, '');
    for (const { speaker, dia_id: id, text, clean_text: clean } of recorded[`session_${nth}`] ??
      []) {
      lines.push(`- ${speaker}: ${(clean ?? text).replaceAll(/\s+/gu, ' ').trim()}`);
      places.set(id, `${file}:${lines.length}`);
    }
  }
  return {
    name,
    files: Object.fromEntries([...logs].map(([file, lines]) => [file, `${lines.join('\n')}\n`])),
    questions: recorded.qa.flatMap((asked) => questionOf(asked, places)),
  };
};

/** Questions without a labelled utterance are left out. */
const questionOf = (
  { question, evidence = [] }: Recorded['qa'][number],
  places: ReadonlyMap<string, string>,
): readonly Question[] => {
  const ids = evidence.flatMap((text) => text.match(/D\d+:\d+/gu) ?? []);
  const answers = new Set(ids.flatMap((id) => places.get(id.replace(/:0+/u, ':')) ?? []));
  if (answers.size === 0) return [];
  return [
    {
      text: question,
      answers: answers.size,
      isAnswer: ({ file, from }) => answers.has(`${file}:${from}`),
    },
  ];
};

const MONTHS = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
const NAMES = Array.from({ length: 12 }, (_, month) => MONTHS.format(Date.UTC(2000, month)));

const two = (value: number | string): string => String(value).padStart(2, '0');

/** `1:56 pm on 8 May, 2023`. */
const momentOf = (written: string): { readonly day: string; readonly time: string } => {
  const found = /^(\d+):(\d+) ([ap])m on (\d+) (\w+), (\d+)$/u.exec(written.trim());
  if (found === null) throw new Error(`no time of a session: ${written}`);
  const [, hour, minute, half, day = '', month = '', year] = found;
  return {
    day: `${year}-${two(NAMES.indexOf(month) + 1)}-${two(day)}`,
    time: `${two((Number(hour) % 12) + (half === 'p' ? 12 : 0))}:${minute}`,
  };
};
