/** Browsers that have logged in: each has a cookie of its own, of which the hash is kept, until the owner removes it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { DEVICE_DAYS, DEVICES_MAX } from '#lib/spec/limits.ts';
import { newToken, tokenHash } from '#daemon/phases/config.ts';
import type { DaemonHome } from '#daemon/phases/home.ts';

/** Where they are kept. */
export type DeviceStore = Pick<DaemonHome, 'devices' | 'keepDevices'>;

type Kept = NonNullable<DaemonHome['devices']>;
type KeptDevice = Kept['devices'][number];

/** A browser, as others hear of it. Times are ISO 8601, UTC. */
export type Device = Pick<KeptDevice, 'id' | 'name' | 'since' | 'seen'>;

const DAY_MS = 86_400_000;
/** When a browser was seen is kept so exactly. */
const SEEN_MS = 60 * 60_000;
const ID_BYTES = 6;
const VALUE = /^[0-9a-f]{48}$/u;

export class Devices {
  readonly #store: DeviceStore;
  readonly #daemon: string;
  readonly #gone = new Map<string, Set<() => void>>();
  #devices: readonly KeptDevice[];

  /** Throws STATE_UNUSABLE. */
  constructor(store: DeviceStore) {
    this.#store = store;
    const kept = store.devices;
    this.#daemon = kept?.daemon ?? newToken();
    this.#devices = kept?.devices ?? [];
    if (kept === undefined) this.#keep(this.#devices);
  }

  /** Named after the daemon: cookies ignore ports, and other programs of this machine have theirs. */
  get cookie(): string {
    return `yamo-${createHash('sha256').update(this.#daemon).digest('hex').slice(0, 16)}`;
  }

  get all(): readonly Device[] {
    return this.#fresh().map(({ hash: _hash, ...device }) => device);
  }

  /** A browser has logged in. Returns it with what its cookie is to hold. Throws STATE_UNUSABLE. */
  enter(name: string): { readonly device: Device; readonly value: string } {
    const value = newToken();
    const at = new Date().toISOString();
    const names = new Set(this.#devices.map((one) => one.name));
    const device = {
      id: randomBytes(ID_BYTES).toString('hex'),
      name: freeName(name, names),
      since: at,
      seen: at,
    };
    const hash = tokenHash(value).toString('hex');
    const known = this.#fresh().toSorted((one, other) => (one.seen < other.seen ? 1 : -1));
    this.#keep([...known.slice(0, DEVICES_MAX - 1), { ...device, hash }]);
    for (const { id } of known.slice(DEVICES_MAX - 1)) this.#tellGone(id);
    return { device, value };
  }

  /** Whose cookie is among those of a request; `undefined` for none that is known. Throws STATE_UNUSABLE. */
  find(header: string | undefined): Device | undefined {
    const asked = valuesOf(this.cookie, header).map((value) => tokenHash(value));
    const found = this.#fresh().find(({ hash }) =>
      asked.some((one) => timingSafeEqual(one, Buffer.from(hash, 'hex'))),
    );
    if (found === undefined || Date.now() - Date.parse(found.seen) < SEEN_MS) return found;
    const seen = { ...found, seen: new Date().toISOString() };
    this.#keep(this.#devices.map((one) => (one.id === found.id ? seen : one)));
    return seen;
  }

  /** One by its id or its name; `undefined` where there is none. */
  named(asked: string): Device | undefined {
    return this.#fresh().find(({ id, name }) => id === asked || name === asked);
  }

  /** Throws STATE_UNUSABLE. */
  rename({ id }: Device, name: string): void {
    const others = this.#devices.filter((one) => one.id !== id).map((one) => one.name);
    const free = freeName(name, new Set(others));
    this.#keep(this.#devices.map((one) => (one.id === id ? { ...one, name: free } : one)));
  }

  /** Its cookie opens nothing from here on, and what it has open is ended. Throws STATE_UNUSABLE. */
  remove({ id }: Device): void {
    this.#keep(this.#devices.filter((one) => one.id !== id));
    this.#tellGone(id);
  }

  /** `gone` is called when a browser is removed, until what this returns is called. */
  untilGone({ id }: Device, gone: () => void): () => void {
    const all = this.#gone.get(id) ?? new Set();
    this.#gone.set(id, all.add(gone));
    return () => void all.delete(gone);
  }

  #tellGone(id: string): void {
    for (const gone of this.#gone.get(id) ?? []) gone();
    this.#gone.delete(id);
  }

  #fresh(): readonly KeptDevice[] {
    const oldest = Date.now() - DEVICE_DAYS * DAY_MS;
    return this.#devices.filter(({ seen }) => Date.parse(seen) >= oldest);
  }

  #keep(devices: readonly KeptDevice[]): void {
    this.#store.keepDevices({ daemon: this.#daemon, devices });
    this.#devices = devices;
  }
}

/** What a browser is to send along from now on; no script of the page can read it. */
export const cookieText = (name: string, value: string, isSecure: boolean): string =>
  [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${value === '' ? 0 : DEVICE_DAYS * (DAY_MS / 1000)}`,
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');

/** Another program may have put one of the same name beside ours. */
const valuesOf = (name: string, header: string | undefined): readonly string[] =>
  (header ?? '').split(';').flatMap((one) => {
    const [key, value = ''] = one.trim().split('=');
    return key === name && VALUE.test(value) ? [value] : [];
  });

/** Names tell them apart: a second one of the same name has a number. */
const freeName = (wanted: string, taken: ReadonlySet<string>): string => {
  let name = wanted;
  for (let at = 2; taken.has(name); at += 1) name = `${wanted} ${at}`;
  return name;
};

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/u, 'Android'],
  [/iPhone|iPad/u, 'iOS'],
  [/Mac OS X/u, 'macOS'],
  [/Windows/u, 'Windows'],
  [/Linux/u, 'Linux'],
];
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Firefox\//u, 'Firefox'],
  [/Edg\//u, 'Edge'],
  [/Chrome\//u, 'Chrome'],
  [/Safari\//u, 'Safari'],
];

/** What to call a browser that nobody has named, by what it says of itself. */
export const browserName = (agent: string | undefined): string => {
  const among = (known: typeof SYSTEMS): string | undefined =>
    known.find(([form]) => form.test(agent ?? ''))?.[1];
  const [browser, system] = [among(BROWSERS) ?? 'A browser', among(SYSTEMS)];
  return system === undefined ? browser : `${browser} on ${system}`;
};
