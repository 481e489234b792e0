/**
 * The process of the mesh: keeps the index of one scope in the one folder that it may write, and answers the kernel over
 * its pipe. It has no network and no path to a workspace. Whatever goes wrong with it costs an index.
 */
import process from 'node:process';
import {
  type MeshMethods,
  type MeshOpenParams,
  type MeshOpened,
  STORE_NAMES,
} from '#lib/protocol/mesh.ts';
import { type CallHandlers, answerCalls } from '#kernel/wire/calls.ts';
import { messageStream } from '#kernel/wire/message-stream.ts';
import { isFullDisk } from '#kernel/wire/sqlite-fault.ts';
import { moveAside, removeOther, removeOthers, removeStore } from './store/files.ts';
import { Encoder } from './encoder.ts';
import { findIn, keepVectors, searchIn, sourcesOf, syncInto } from './index-scope.ts';
import { openStore } from './open-store.ts';
import { type MeshStore, StoreBroken } from './store/store.ts';

class IndexService {
  #opened: { readonly store: MeshStore; readonly given: MeshOpenParams } | undefined;

  async open(given: MeshOpenParams): Promise<MeshOpened> {
    try {
      this.#opened = { store: await openStore(given), given };
      const other = removeOther(given.folder, given.store);
      return other === undefined ? {} : { rebuilt: `it was in ${STORE_NAMES[other]}` };
    } catch (error) {
      if (!(error instanceof StoreBroken)) throw error;
      moveAside(given.folder, given.store);
      this.#opened = { store: await openStore(given), given };
      return { rebuilt: error.message };
    }
  }

  /**
   * A store that broke is moved aside; whoever asks next finds an empty one. One that filled the disk is removed: files of
   * the workspace need the space more, and an index is made again.
   */
  async with<Value>(
    work: (store: MeshStore, given: MeshOpenParams) => Value | Promise<Value>,
  ): Promise<Value> {
    if (this.#opened === undefined) throw new Error('no index was opened');
    const { store, given } = this.#opened;
    try {
      return await work(store, given);
    } catch (error) {
      if (isFullDisk(error)) {
        this.#opened = undefined;
        await store.close();
        removeStore(given.folder, given.store);
        throw new Error('the disk is full; the index was removed', { cause: error });
      }
      if (!(error instanceof StoreBroken)) throw error;
      await store.close();
      moveAside(given.folder, given.store);
      this.#opened = { store: await openStore(given), given };
      throw new Error(`${error.message}; it was moved aside`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#opened?.store.close();
  }
}

process.umask(0o077);
const service = new IndexService();
const encoder = new Encoder();
const answers: CallHandlers<MeshMethods> = {
  open: (given) => service.open(given),
  sources: (params) => service.with((store) => sourcesOf(store, params)),
  sync: (params) => service.with((store) => syncInto(store, params)),
  tidy: () =>
    service.with(async (store) => {
      await store.tidy?.();
      return {};
    }),
  search: (params) => service.with((store) => searchIn(store, params)),
  find: (params) => service.with((store) => findIn(store, params)),
  purge: () =>
    service.with(async (store, { folder, store: kind }) => {
      await store.purge();
      removeOthers(folder, kind);
      return {};
    }),
  status: () => service.with((store) => store.counts()),
  unembedded: (params) => service.with((store) => store.unembedded(params)),
  vectors: (params) => service.with((store) => keepVectors(store, params)),
  encode: (params) => encoder.encode(params),
};
// Ctrl-C is for the kernel, which ends this process when it is done.
process.on('SIGINT', () => undefined);
await answerCalls<MeshMethods>(messageStream(process.stdout, process.stdin), answers);
await service.close();
