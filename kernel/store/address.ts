/** Where a bucket is, and by which keys it is read: from the address, the owner's settings and the environment. */
import { Refusal } from '#lib/spec/refusals.ts';
import type { StoreSettings } from '#kernel/contract/store-settings.ts';
import { readSource, type CredentialReader } from '#kernel/credentials/read.ts';
import { sourceFrom, shownPlace, variable } from '#kernel/credentials/source.ts';
import type { Environment } from '#kernel/process/xdg.ts';

/** A place in a bucket. */
export interface BucketPlace {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
}

/** Throws STORE_INVALID. */
export const placeIn = (address: string): BucketPlace => {
  const [, bucket, path = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/su.exec(address) ?? [];
  const names = path.split('/').filter((name) => name !== '');
  if (bucket === undefined || names.some((name) => name === '.' || name === '..'))
    throw invalid('the address is not s3://BUCKET or s3://BUCKET/PREFIX');
  return { bucket, prefix: names.map((name) => `${name}/`).join('') };
};

/** What requests to a bucket are made of. */
export interface BucketAccess {
  /** Of the bucket, with a slash at its end. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Throws STORE_INVALID, KEYCHAIN_UNUSABLE. */
export const accessTo = async (
  { bucket }: BucketPlace,
  settings: StoreSettings,
  reader: CredentialReader,
): Promise<BucketAccess> => {
  const { environment } = reader;
  const region =
    settings.region ??
    variable(environment, 'AWS_REGION') ??
    variable(environment, 'AWS_DEFAULT_REGION') ??
    'us-east-1';
  const key = (pointer: string): Promise<string | undefined> => keyAt(pointer, reader);
  const [accessKeyId, secretAccessKey] = await Promise.all([
    key(settings.accessKeyId ?? 'env:AWS_ACCESS_KEY_ID'),
    key(settings.secretAccessKey ?? 'env:AWS_SECRET_ACCESS_KEY'),
  ]);
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw invalid('there are no keys where they are looked for');
  const sessionToken = await key(settings.sessionToken ?? 'env:AWS_SESSION_TOKEN');
  return {
    url: urlOf(bucket, region, endpointIn(settings, environment)),
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
  };
};

const endpointIn = ({ endpoint }: StoreSettings, environment: Environment): string | undefined =>
  endpoint ??
  variable(environment, 'AWS_ENDPOINT_URL_S3') ??
  variable(environment, 'AWS_ENDPOINT_URL');

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u;

/** Texts and keys go over the network in the clear nowhere but on this machine. */
const urlOf = (bucket: string, region: string, endpoint: string | undefined): string => {
  if (endpoint === undefined)
    return bucket.includes('.')
      ? `https://s3.${region}.amazonaws.com/${bucket}/`
      : `https://${bucket}.s3.${region}.amazonaws.com/`;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (url === undefined || !isSafe || url.username !== '' || url.search !== '')
    throw invalid('the endpoint is no https:// address');
  return `${url.origin}${url.pathname.replace(/\/*$/u, '')}/${bucket}/`;
};

const keyAt = async (pointer: string, reader: CredentialReader): Promise<string | undefined> => {
  const source = sourceFrom(pointer, reader.environment);
  if (source === undefined) throw invalid('a key is named by no env:, keychain: or file: pointer');
  const read = await readSource(source, reader);
  if (read.is === 'unusable') throw invalid(`${shownPlace(source)} cannot be used: ${read.reason}`);
  return read.is === 'found' ? read.value : undefined;
};

const invalid = (reason: string): Refusal => new Refusal('STORE_INVALID', { reason });
