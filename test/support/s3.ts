/**
 * A service that speaks as much of S3 as is read: it lists by pages, gives objects, says whether it keeps versions, and
 * takes no request whose signature (AWS4-HMAC-SHA256) it does not come to itself. Written from the published algorithm.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { closeNow, listen, portOf } from '#test/support/listen.ts';

export interface S3Keys {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
}

/** What of a request is signed, as it came. */
export interface SignedRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signed: readonly string[];
}

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');
const mac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

const strict = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The signature that a request must carry. */
export const signatureOf = (
  { method, url, headers, signed }: SignedRequest,
  { secret, region }: Pick<S3Keys, 'secret' | 'region'>,
): string => {
  const [path = '/', query = ''] = url.split('?');
  const canonicalQuery = [...new URLSearchParams(query)]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .toSorted()
    .join('&');
  const canonicalHeaders = signed
    .map((name) => `${name}:${(headers[name] ?? '').trim()}\n`)
    .join('');
  const payload = headers['x-amz-content-sha256'] ?? '';
  const canonical = [method, path, canonicalQuery, canonicalHeaders, signed.join(';'), payload];
  const at = headers['x-amz-date'] ?? '';
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, hex(canonical.join('\n'))].join('\n');
  const key = mac(mac(mac(mac(`AWS4${secret}`, at.slice(0, 8)), region), 's3'), 'aws4_request');
  return mac(key, text).toString('hex');
};

export interface S3Options {
  readonly keys: S3Keys;
  readonly bucket: string;
  readonly objects: Readonly<Record<string, string>>;
  readonly versioning?: 'Enabled' | 'Suspended' | 'forbidden';
  /** Answers for single keys, whatever stands there. */
  readonly answers?: Readonly<
    Record<string, { readonly status: number; readonly code: string; readonly location?: string }>
  >;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly location?: string | undefined;
}

/** Keys of a page of a listing. */
const PAGE = 2;

export class S3 {
  readonly #server: Server;
  readonly #options: S3Options;
  /** The objects that were asked for. */
  readonly got: string[] = [];
  /** Requests of any kind. */
  asked = 0;

  private constructor(options: S3Options) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.asked += 1;
      const { status, body, location } = this.#answer(request);
      response.writeHead(status, {
        'content-type': 'application/xml',
        ...(location && { location }),
      });
      response.end(body);
    });
  }

  static async start(options: S3Options): Promise<S3> {
    const s3 = new S3(options);
    await listen(s3.#server);
    return s3;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeNow(this.#server);
  }

  #answer(request: IncomingMessage): Answer {
    const { url = '/', method = '' } = request;
    if (method !== 'GET') return refused(405, 'MethodNotAllowed');
    if (!this.#isSigned(request)) return refused(403, 'SignatureDoesNotMatch');
    const { pathname, searchParams } = new URL(url, this.url);
    const { bucket, objects, versioning, answers = {} } = this.#options;
    if (pathname !== `/${bucket}/` && !pathname.startsWith(`/${bucket}/`))
      return refused(404, 'NoSuchBucket');
    const key = decodeURIComponent(pathname.slice(bucket.length + 2));
    if (searchParams.has('versioning'))
      return versioning === 'forbidden'
        ? refused(403, 'AccessDenied')
        : good(versioning === undefined ? '' : `<Status>${versioning}</Status>`);
    if (key === '') return this.#list(searchParams);
    this.got.push(key);
    const own = answers[key];
    if (own !== undefined) return { ...refused(own.status, own.code), location: own.location };
    const text = objects[key];
    return text === undefined ? refused(404, 'NoSuchKey') : { status: 200, body: text };
  }

  #list(query: URLSearchParams): { readonly status: number; readonly body: string } {
    const keys = Object.keys(this.#options.objects)
      .filter((key) => key.startsWith(query.get('prefix') ?? ''))
      .toSorted();
    const from = Number((query.get('continuation-token') ?? 'a&0').split('&')[1]);
    const rows = keys.slice(from, from + PAGE).map((key) => {
      const bytes = Buffer.byteLength(this.#options.objects[key] ?? '');
      return `<Contents><Key>${encodeURIComponent(key)}</Key><Size>${bytes}</Size></Contents>`;
    });
    const next = from + PAGE;
    return good(
      next < keys.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;${next}</NextContinuationToken>${rows.join('')}`
        : `<IsTruncated>false</IsTruncated>${rows.join('')}`,
    );
  }

  #isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
    const { keys } = this.#options;
    const [, id, signed = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/[^/]+\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([\da-f]{64})$/u.exec(
        headers.authorization ?? '',
      ) ?? [];
    const plain = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    );
    const names = signed.split(';');
    return (
      id === keys.id &&
      names.includes('host') &&
      names.includes('x-amz-date') &&
      signature === signatureOf({ method, url, headers: plain, signed: names }, keys)
    );
  }
}

const good = (inside: string): { readonly status: number; readonly body: string } => ({
  status: 200,
  body: `<?xml version="1.0" encoding="UTF-8"?><Result>${inside}</Result>`,
});

const refused = (
  status: number,
  code: string,
): { readonly status: number; readonly body: string } => ({
  status,
  body: `<Error><Code>${code}</Code><Message>secret words</Message></Error>`,
});
