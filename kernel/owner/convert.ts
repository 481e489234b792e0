/** `yamo convert`: a workspace of another layout, made beside the first; that one is only read. */
import { dirname, relative, resolve, sep } from 'node:path';
import { planConversion, type ConversionPlan, type Left } from '#lib/layout/convert.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { agentIdentity } from '#lib/layout/identity.ts';
import { CONVERT_FILES, FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { readIdentity } from '#lib/workspace/read-identity.ts';
import { asRefusal, closeQuietly, type Disk } from '#kernel/fs/disk.ts';
import { examine, openExamined, readOpened } from '#kernel/fs/examine.ts';
import { Folders } from '#kernel/prompt/folders.ts';
import { promptContextOf } from '#kernel/prompt/context.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import { layoutOfPeeked } from '#kernel/run/known-layout.ts';
import { liesInWorkspace } from '#kernel/snapshot/discover.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { keepLayout } from '#kernel/state/layout.ts';
import { type WrittenFile, writeTree } from './write-tree.ts';

/** A conversion that somebody wants. */
export interface ConvertRequest {
  readonly path: string;
  /** What it is; by default what its names or the kernel say. */
  readonly from: LayoutName | undefined;
  readonly to: LayoutName;
  /** Whose files are meant, where a layout has several agents; by default the first that has an identity. */
  readonly persona?: string | undefined;
  readonly out: string;
  readonly dryRun: boolean;
}

interface ConvertHost {
  readonly disk: Disk;
  readonly uid: number;
  readonly stateRoot: string;
}

/** What went where. */
export interface Converted extends ConversionPlan {
  readonly from: string;
  readonly to: LayoutName;
  readonly out: string;
  /** Files that the first one has none of, and the new one is nobody without. */
  readonly made: readonly string[];
}

/** Throws CONVERT_… refusals, PERSONA_UNKNOWN, LAYOUT_UNCLEAR, WORKSPACE_…, STATE_… and FILE_… refusals. */
export const convertWorkspace = async (
  request: ConvertRequest,
  host: ConvertHost,
): Promise<Converted> => {
  const { disk, uid, stateRoot } = host;
  const workspace = Workspace.open(disk, request.path, { strict: false, uid });
  const folders = new Folders(workspace.root);
  try {
    const out = resolve(request.out);
    refusePlace(disk, workspace.path, out);
    const from = LAYOUTS[request.from ?? detected(workspace, host)];
    const to = LAYOUTS[request.to];
    const { files, left } = filesIn(folders);
    const agents = agentsOf(folders, from, request.persona);
    const plan = planConversion(files, { from, to, agents });
    const moved = await readAllOf(folders, plan);
    const identity = identityFile(to, agents.to);
    const made =
      identity === undefined || moved.has(identity)
        ? new Map<string, WrittenFile>()
        : new Map([[identity, { bytes: identityOf(folders, agents.to), isProgram: false }]]);
    const texts = new Map([...moved, ...made]);
    const whole = { ...plan, left: [...plan.left, ...left], made: [...made.keys()] };
    if (!request.dryRun)
      // Before it has its name: there is no moment at which it is there and taken for something else.
      writeTree(disk, out, texts, (beside) =>
        remember(disk, beside, { uid, stateRoot }, request.to),
      );
    return { ...whole, from: from.layout, to: request.to, out };
  } finally {
    folders.close();
    workspace.close();
  }
};

/** Throws CONVERT_UNKNOWN. */
const detected = (workspace: Workspace, { stateRoot, uid }: ConvertHost): LayoutName => {
  const found = layoutOfPeeked(workspace, stateRoot, uid);
  if (found.is === 'unclear') throw new Refusal('CONVERT_UNKNOWN', { path: workspace.path });
  return found.layout;
};

/** A new folder, outside of every workspace. Throws CONVERT_PLACE. */
const refusePlace = (disk: Disk, source: string, out: string): void => {
  const refuse = (reason: string): never => {
    throw new Refusal('CONVERT_PLACE', { path: out, reason });
  };
  try {
    if (disk.lstat(out) !== undefined) refuse('there is something already');
    if (disk.lstat(dirname(out)) === undefined) refuse(`there is no folder ${dirname(out)}`);
    const parent = disk.realpath(dirname(out));
    const below = relative(source, parent);
    if (below === '' || !(below === '..' || below.startsWith(`..${sep}`)))
      refuse('it lies in the workspace that is converted');
    if (liesInWorkspace(disk, parent)) refuse('it lies in a workspace');
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('CONVERT_PLACE', { path: out, reason }));
  }
};

/** Every file, by name in order; what is none, and what is hidden, stays. Throws FILE_UNREADABLE, CONVERT_FILES. */
const filesIn = (
  folders: Folders,
): { readonly files: readonly string[]; readonly left: readonly Left[] } => {
  const files: string[] = [];
  const left: Left[] = [];
  const visit = (folder: string): void => {
    const names = folders.names(folder);
    if (names.length === 0 && folder !== '') left.push({ file: `${folder}/`, why: 'it is empty' });
    for (const name of names) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const place = folders.place(path);
      const found = place && examine(place.directory, place.name);
      if (name.startsWith('.')) left.push({ file: path, why: 'it is hidden' });
      else if (found?.is === 'regular') files.push(path);
      else if (folders.isFolder(path)) visit(path);
      else
        left.push({ file: path, why: found?.is === 'symlink' ? 'it is a link' : 'it is no file' });
      if (files.length > CONVERT_FILES)
        throw new Refusal('CONVERT_FILES', { path, limit: CONVERT_FILES });
    }
  };
  visit('');
  return { files, left };
};

/** The agent whose files are meant, and a name of a folder for it. */
const agentsOf = (
  folders: Folders,
  from: LayoutDocument,
  persona: string | undefined,
): { readonly from?: string; readonly to: string } => {
  const { variables } = promptContextOf(
    folders,
    from,
    persona === undefined ? {} : { agent: persona },
    {
      audience: 'main',
      heartbeat: false,
      firstRun: false,
      date: undefined,
      zone: 'UTC',
      isReminded: false,
      dailyInShared: false,
    },
  ).context;
  const { agent } = variables;
  const slug = (agent ?? nameIn(folders) ?? 'agent')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '');
  return {
    ...(agent === undefined ? {} : { from: agent }),
    to: agent ?? (slug === '' ? 'agent' : slug),
  };
};

const textIn = (folders: Folders, file: string): string =>
  bytesOf(folders, file)?.bytes.toString('utf8') ?? '';

/** What IDENTITY.md says, or SOUL.md of those that have none. */
const nameIn = (folders: Folders): string | undefined =>
  agentIdentity(textIn(folders, 'IDENTITY.md')).name ??
  readIdentity(textIn(folders, 'SOUL.md')).name;

/** The file without which an agent of this layout is nobody; `undefined` in a layout that has one agent. */
const identityFile = ({ variables }: LayoutDocument, agent: string): string | undefined =>
  variables?.agent && `${variables.agent.folder}/${agent}/${variables.agent.holds}`;

/** What SOUL.md says of name and role, or the name of the folder. */
const identityOf = (folders: Folders, agent: string): Buffer => {
  const { name = agent, role } = readIdentity(textIn(folders, 'SOUL.md'));
  const fields = [`- **Name:** ${name}`, ...(role === undefined ? [] : [`- **Role:** ${role}`])];
  return Buffer.from(`# Identity\n\n${fields.join('\n')}\n`);
};

/** Every file to be written, with its new name. Throws CONVERT_CREDENTIAL, FILE_… refusals. */
const readAllOf = async (
  folders: Folders,
  { moves }: ConversionPlan,
): Promise<ReadonlyMap<string, WrittenFile>> => {
  const find = credentialFinder();
  const texts = new Map<string, WrittenFile>();
  for (const { from, to } of moves) {
    const file = bytesOf(folders, from);
    if (file === undefined) throw new Refusal('FILE_MOVED', { file: from });
    const [credential] = await find(file.bytes.toString('utf8'));
    if (credential !== undefined)
      throw new Refusal('CONVERT_CREDENTIAL', {
        file: from,
        line: credential.line,
        kind: credential.kind,
      });
    texts.set(to, file);
  }
  return texts;
};

/** What a file holds, of any kind; `undefined` where there is none. Throws FILE_… refusals. */
const bytesOf = (folders: Folders, file: string): WrittenFile | undefined => {
  const place = folders.place(file);
  if (place === undefined) return undefined;
  const { directory, name } = place;
  const found = examine(directory, name);
  if (found.is !== 'regular') return undefined;
  if (found.stat.size > BigInt(FILE_MAX_BYTES))
    throw new Refusal('FILE_TOO_LARGE', {
      file,
      bytes: Number(found.stat.size),
      limit: FILE_MAX_BYTES,
    });
  const opened = openExamined(directory, name, found.stat);
  if ('moved' in opened) {
    if (opened.moved) throw new Refusal('FILE_MOVED', { file });
    throw new Refusal('FILE_UNREADABLE', { file, errno: opened.errno });
  }
  try {
    const bytes = readOpened(directory, opened);
    if (bytes === 'changed') throw new Refusal('FILE_MOVED', { file });
    return { bytes, isProgram: (found.stat.mode & OWNER_RUNS) !== 0n };
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('FILE_UNREADABLE', { file, errno }));
  } finally {
    closeQuietly(directory.disk, opened.fd);
  }
};

const OWNER_RUNS = 0o100n;

const remember = (
  disk: Disk,
  out: string,
  { uid, stateRoot }: Pick<ConvertHost, 'uid' | 'stateRoot'>,
  layout: LayoutName,
): void => {
  const workspace = Workspace.open(disk, out, { strict: false, uid });
  try {
    const home = StateHome.open(stateRoot, workspace, uid);
    keepLayout(home, layout);
    home.close();
  } finally {
    workspace.close();
  }
};
