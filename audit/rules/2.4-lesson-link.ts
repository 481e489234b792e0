import { MEMORY_FILE, ofMemory } from '#audit/facts/memory.ts';
import { defineRule } from '#audit/rule/rule.ts';

const speaksOfLesson = (text: string): boolean =>
  /(?<!\p{L})lessons?(?: learned| learnt)?(?!\p{L})/iu.test(text);
/** A LessonLearned block, or the id of one (RFC-0011 §1.1, §3.5). */
const BLOCK = /LessonLearned|lesson_(?:id|learned|pattern_id|\d)/i;

export const rule = defineRule({
  id: '2.4/lesson-link',
  title: 'Lessons in MEMORY.md point to their LessonLearned blocks',
  section: '§2.4',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  why: 'A LessonLearned block (RFC-0007) tells where a lesson comes from and how sure it is; the line in MEMORY.md alone does not.',
  remedy: 'Where you keep such blocks, write the id of the block (`lesson_…`) behind the lesson.',
  fix: 'none',
  requirements: ['Y54'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a lesson with the id of its block',
        files: {
          'MEMORY.md': '# Memory\n\n- Lesson: tides are in UTC (lesson_1773126000000_a1b2c3)\n',
        },
      },
      {
        shows: 'a memory without lessons',
        files: { 'MEMORY.md': '# Memory\n\n- Ada likes tea.\n' },
      },
    ],
    bad: [
      {
        shows: 'a lesson without one: a finding for all of them, at the first',
        files: {
          'MEMORY.md': '# Memory\n\n- Lesson: tides are in UTC.\n- Lessons learned: ask first.\n',
        },
        at: ['MEMORY.md:3'],
      },
    ],
  }),
  check: ofMemory(({ lines }) => {
    const bare = lines.filter(
      ({ kind, text }) => kind === 'text' && speaksOfLesson(text) && !BLOCK.test(text),
    );
    const [first] = bare;
    if (first === undefined) return [];
    const found =
      bare.length === 1 ? 'a lesson without a block' : `${bare.length} lessons without a block`;
    return [
      { file: MEMORY_FILE, line: first.line, found, expected: 'the id of a LessonLearned block' },
    ];
  }),
});
