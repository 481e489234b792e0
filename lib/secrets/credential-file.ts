/** Files whose name labels what they hold: `.fal_key.txt`, `wifi-password.md`, with a value and nothing else in them. */
import { type LabelledCredential, labelledCredentials } from './credential.ts';

/** A value, and the blank lines around it. */
const FILE_MAX_CHARS = 600;
const ENDING = /\.[A-Za-z]{1,8}$/u;

/** The credential that is all that a file holds; its name is read as the heading above it. */
export const credentialNamedBy = (name: string, text: string): readonly LabelledCredential[] => {
  const value = text.trim();
  if (text.length > FILE_MAX_CHARS || value === '' || /\s/u.test(value)) return [];
  const title = name
    .slice(name.lastIndexOf('/') + 1)
    .replace(ENDING, '')
    .replaceAll(/[._-]+/gu, ' ');
  const line = text.slice(0, text.indexOf(value)).split('\n').length;
  return labelledCredentials(`## ${title.trim()}\n\n${value}\n`).map(
    ({ kind, value: found, confidence }) => ({ line, kind, value: found, confidence }),
  );
};
