/** Which names in a workspace its layout speaks of: files that fit one of its names, and the folders on the way there. */
import type { LayoutDocument } from './document.ts';
import { fitsPattern } from './names.ts';

/** Is it the running system's, and no content of the agent? */
export const isOfRuntime = ({ runtime = [] }: LayoutDocument, name: string): boolean =>
  runtime.some((one) => (one.endsWith('/') ? `${name}/`.startsWith(one) : one === name));

/** Does a file of the layout stand under this name? */
export const isLayoutFile = (layout: LayoutDocument, name: string): boolean =>
  layout.files.some((file) => fitsFile(file.name, name));

/** Does a file of the layout, or of its runtime, lie in this folder or below it? */
export const leadsToLayout = (layout: LayoutDocument, folder: string): boolean =>
  [...layout.files.map(({ name }) => name), ...(layout.runtime ?? [])].some((name) =>
    leadsTo(asPattern(name).split('/').slice(0, -1), folder),
  );

const VARIABLE = /\{\w+\}/gu;
const DAY = /\{(?:today|yesterday)\}/u;
const SOME_DAY = /\d{4}-\d{2}-\d{2}/u;

/** What a variable stands for is any name; a day is a day. */
const asPattern = (name: string): string => name.replaceAll(VARIABLE, '*');

const fitsFile = (name: string, file: string): boolean =>
  fitsPattern(asPattern(name), file) && (!DAY.test(name) || SOME_DAY.test(file));

const leadsTo = (folders: readonly string[], folder: string): boolean => {
  const parts = folder.split('/');
  const any = folders.indexOf('**');
  const open = any >= 0 && parts.length > any;
  const compared = open ? any : parts.length;
  return (
    compared <= folders.length &&
    fitsPattern(folders.slice(0, compared).join('/'), parts.slice(0, compared).join('/'))
  );
};
