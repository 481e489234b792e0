/** How OpenClaw cuts a file: its beginning and its end, of instructions also the lines that say what must be done. */
import { characterEnd, characterStart, sliceSpans, type TextSpan, textOf } from './spans.ts';

const SHARE = { head: 0.75, tail: 0.25 } as const;
const POLICY_SHARE = { head: 0.45, digest: 0.35, tail: 0.15 } as const;
/** Less is not worth a marker. */
const LEAST_CONTENT = 16;
const POLICY_LINE_MAX = 240;
const POLICY =
  /\b(?:must|never|always|do not|don't|required|forbidden|only|security|secrets?|private|permission|confirm)\b/iu;

const marker = (file: string, kept: string, length: number): string =>
  `\n\n[...truncated, read ${file} for full content...]\n…(truncated ${file}: kept ${kept} chars of ${length})…\n\n`;

/** Within `room` characters, marker included; `undefined` where nothing of use would be left. */
export const headAndTail = (
  file: string,
  spans: readonly TextSpan[],
  room: number,
): readonly TextSpan[] | undefined => {
  const text = textOf(spans);
  const { length } = text;
  // The marker says how much is kept, which depends on how long it is.
  let said = marker(file, `${room}+${room}`, length);
  let [head, tail] = [0, 0];
  for (let tries = 0; tries < 3; tries += 1) {
    const content = room - said.length;
    if (content < LEAST_CONTENT) return undefined;
    head = characterEnd(text, Math.floor(content * SHARE.head));
    tail = length - characterStart(text, length - Math.floor(content * SHARE.tail));
    said = marker(file, `${head}+${tail}`, length);
  }
  return [
    ...sliceSpans(spans, 0, head),
    { text: said },
    ...sliceSpans(spans, length - tail, length),
  ];
};

/** The same with the lines between that say what must be done. */
export const policyCut = (
  file: string,
  spans: readonly TextSpan[],
  room: number,
): readonly TextSpan[] | undefined => {
  const text = textOf(spans);
  const { length } = text;
  const head = characterEnd(text, Math.floor(room * POLICY_SHARE.head));
  const last = characterStart(text, length - Math.floor(room * POLICY_SHARE.tail));
  const longest = marker(file, `${head}+${room}+${length - last}`, length).length;
  const digest = policyLines(text, head, last, Math.floor(room * POLICY_SHARE.digest) - longest);
  const kept = digest.reduce((sum, [from, to]) => sum + to - from, 0);
  const said = marker(file, `${head}+${kept}+${length - last}`, length);
  if (head + kept + (length - last) + said.length > room || head < LEAST_CONTENT)
    return headAndTail(file, spans, room);
  return [
    ...sliceSpans(spans, 0, head),
    { text: said },
    ...digest.flatMap(([from, to]) => sliceSpans(spans, from, to)),
    ...sliceSpans(spans, last, length),
  ];
};

/** Whole lines between two places, as many as there is room for. */
const policyLines = (
  text: string,
  from: number,
  to: number,
  room: number,
): readonly (readonly [number, number])[] => {
  const lines: (readonly [number, number])[] = [];
  let left = room;
  for (let at = text.indexOf('\n', from) + 1; at > 0 && at < to;) {
    const end = text.indexOf('\n', at) + 1;
    if (end === 0 || end > to) break;
    const isKept = end - at <= Math.min(POLICY_LINE_MAX, left) && POLICY.test(text.slice(at, end));
    if (isKept) {
      lines.push([at, end]);
      left -= end - at;
    }
    at = end;
  }
  return lines;
};
