/** A bucket, read by signed requests: what is in it, what a key holds, whether it keeps versions. Nothing is written. */
import { AwsClient } from 'aws4fetch';
import {
  FILE_MAX_BYTES,
  STORE_GETS,
  STORE_LIST_MAX_BYTES,
  STORE_MS,
  STORE_OBJECTS,
} from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { BucketAccess, BucketPlace } from './address.ts';

/** An object below the prefix, by its name there. */
export interface StoredObject {
  readonly name: string;
  readonly bytes: number;
}

/** A failed request is made anew so often. */
const RETRIES = 2;

export class Bucket {
  readonly #client: AwsClient;
  readonly #url: string;
  readonly #place: BucketPlace;

  constructor(place: BucketPlace, { url, ...keys }: BucketAccess) {
    this.#client = new AwsClient({ ...keys, service: 's3', retries: RETRIES });
    this.#url = url;
    this.#place = place;
  }

  /** Does the bucket keep what was deleted or replaced? `undefined` where it does not say. Throws STORE_FAILED. */
  async keepsVersions(): Promise<boolean | undefined> {
    const response = await this.#request('?versioning=');
    if (response.status === 403 || response.status === 501) return undefined;
    const text = await this.#text(await this.#ok(response, ''), STORE_LIST_MAX_BYTES, '');
    return /<Status>\s*(?:Enabled|Suspended)\s*<\/Status>/u.test(text);
  }

  /** Every object below the prefix. Throws STORE_FAILED, STORE_TOO_LARGE. */
  async list(): Promise<readonly StoredObject[]> {
    const { prefix } = this.#place;
    const objects: StoredObject[] = [];
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix });
      if (token !== undefined) query.set('continuation-token', token);
      const response = await this.#ok(await this.#request(`?${String(query)}`), prefix);
      const page = pageIn(await this.#text(response, STORE_LIST_MAX_BYTES, prefix));
      for (const { key, bytes } of page.objects)
        if (key.startsWith(prefix) && key !== prefix)
          objects.push({ name: key.slice(prefix.length), bytes });
      if (objects.length > STORE_OBJECTS)
        throw this.#tooLarge(prefix, `more than ${STORE_OBJECTS} objects`);
      if (page.next !== undefined && page.next === token)
        throw this.#failed('the listing does not go on', prefix);
      token = page.next;
    } while (token !== undefined);
    return objects;
  }

  /** What objects hold, by name; what is gone meanwhile is left out. Throws STORE_FAILED, STORE_TOO_LARGE. */
  async read(names: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    const waiting = names.values();
    const work = async (): Promise<void> => {
      for (const name of waiting) {
        const bytes = await this.#get(name);
        if (bytes !== undefined) found.set(name, bytes);
      }
    };
    await Promise.all(Array.from({ length: STORE_GETS }, work));
    return found;
  }

  async #get(name: string): Promise<Uint8Array | undefined> {
    const key = this.#place.prefix + name;
    const response = await this.#request(key.split('/').map(encoded).join('/'));
    if (response.status === 404 && (await this.#code(response)) !== 'NoSuchBucket')
      return undefined;
    return this.#bytes(await this.#ok(response, key), FILE_MAX_BYTES, key);
  }

  async #request(rest: string): Promise<Response> {
    try {
      return await this.#client.fetch(this.#url + rest, {
        // Another address is another owner's: what is signed for this one does not go there.
        redirect: 'manual',
        signal: AbortSignal.timeout(STORE_MS),
      });
    } catch (error) {
      throw this.#failed(nameOf(error), rest);
    }
  }

  /** Throws STORE_FAILED for any answer but a good one. */
  async #ok(response: Response, key: string): Promise<Response> {
    if (response.status === 200) return response;
    const code = await this.#code(response);
    throw this.#failed(
      `${response.status}${code === undefined ? '' : ` ${code}`}`,
      key,
      response.status,
    );
  }

  /** The code of an error, of letters alone: the rest of the answer is anything. */
  async #code(response: Response): Promise<string | undefined> {
    const text = await this.#text(response, STORE_LIST_MAX_BYTES, '');
    return /<Code>([A-Za-z]{1,60})<\/Code>/u.exec(text)?.[1];
  }

  async #text(response: Response, most: number, key: string): Promise<string> {
    return Buffer.from(await this.#bytes(response, most, key)).toString('utf8');
  }

  async #bytes(response: Response, most: number, key: string): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const part of response.body ?? []) {
        length += part.byteLength;
        if (length > most) throw this.#tooLarge(key, `more than ${most} bytes`);
        parts.push(part);
      }
    } catch (error) {
      throw error instanceof Refusal ? error : this.#failed(nameOf(error), key);
    }
    return Buffer.concat(parts);
  }

  #failed(reason: string, key: string, status = 0): Refusal {
    const { bucket } = this.#place;
    return new Refusal('STORE_FAILED', {
      bucket,
      key: key || '(the bucket)',
      reason,
      advice: adviceFor(status),
    });
  }

  #tooLarge(key: string, reason: string): Refusal {
    return new Refusal('STORE_TOO_LARGE', {
      bucket: this.#place.bucket,
      key: key || '(the bucket)',
      reason,
    });
  }
}

const adviceFor = (status: number): string => {
  if (status === 403 || status === 401)
    return 'Look whether the keys may list and read this bucket (s3:ListBucket, s3:GetObject), and whether the clock of this machine is right.';
  if (status === 404) return 'Look at the name of the bucket, and at the endpoint.';
  if (status === 301 || status === 307 || status === 400)
    return 'Look at the region and the endpoint: settings store, or AWS_REGION and AWS_ENDPOINT_URL_S3.';
  return 'Look whether the endpoint can be reached, and try again.';
};

const nameOf = (error: unknown): string => {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (typeof code === 'string' && /^[A-Z_]+$/u.test(code)) return code;
  return error instanceof Error ? error.name : 'no answer';
};

/** As a signature has it: but for letters, digits and these four, each byte as its number. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /[!'()*]/gu,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

interface Page {
  readonly objects: readonly { readonly key: string; readonly bytes: number }[];
  readonly next: string | undefined;
}

/** A page of a listing; keys come encoded, so that nothing in them is markup. */
const pageIn = (text: string): Page => {
  const objects = Array.from(
    text.matchAll(/<Contents>(.*?)<\/Contents>/gsu),
    ([, inside = '']) => ({
      key: decoded(/<Key>([^<]*)<\/Key>/u.exec(inside)?.[1] ?? ''),
      bytes: Number(/<Size>(\d+)<\/Size>/u.exec(inside)?.[1] ?? 0),
    }),
  );
  const isCut = /<IsTruncated>\s*true\s*<\/IsTruncated>/u.test(text);
  const next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/u.exec(text)?.[1];
  return { objects, next: isCut && next !== undefined ? unescaped(next) : undefined };
};

const decoded = (key: string): string => {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
};

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
