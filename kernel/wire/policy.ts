/** What the launcher is told: what may be opened. It stands in an argument, so it holds no secrets. */
import { isAbsolute } from 'node:path';
import { isJsonObject, type JsonObject, parsedJson } from '#lib/text/json.ts';

/** What a launcher of Landlock leaves its program. */
export interface Policy {
  /** Files and folders, absolute, that can be read and executed. */
  readonly readable: readonly string[];
  /** Files and folders, absolute, that can be changed as well. */
  readonly writable: readonly string[];
  /** `none`: no sockets at all; `all`: those of the internet. */
  readonly network: 'none' | 'all';
  /** The program keeps so many descriptors, from CHANNEL on. */
  readonly channels: 0 | 1 | 2;
}

/** The descriptor of a program's first way to the kernel; the one before it is the reaper's. */
export const CHANNEL = 4;

/** Throws an error that says what is wrong, and quotes nothing. */
export const parsePolicy = (text: string): Policy => {
  const { readable, writable, network, channels } = parseObject(text);
  if (!arePaths(readable)) throw new Error('readable is no list of absolute paths');
  if (!arePaths(writable)) throw new Error('writable is no list of absolute paths');
  if (network !== 'none' && network !== 'all') throw new Error('network is neither none nor all');
  if (channels !== 0 && channels !== 1 && channels !== 2)
    throw new Error('channels is no number of descriptors');
  return { readable, writable, network, channels };
};

const parseObject = (text: string): JsonObject => {
  const value = parsedJson(text);
  if (value === undefined) throw new Error('the policy is no JSON');
  if (!isJsonObject(value)) throw new Error('the policy is no object');
  return value;
};

const arePaths = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((path) => typeof path === 'string' && isAbsolute(path));
