/** The six databases of a workspace (N2): made, opened, copied and closed together. */
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Directory } from '#kernel/fs/directory.ts';
import { Database } from '#kernel/sqlite/database.ts';
import type { DatabaseForm } from '#kernel/sqlite/migrate.ts';
import { AGENTS_FORM, type AgentsTables } from './agents.ts';
import { EMBEDDINGS_FORM, type EmbeddingsTables } from './embeddings.ts';
import { EVENTS_FORM, type EventsTables } from './events.ts';
import { IDENTITY_FORM, type IdentityTables } from './identity.ts';
import { MEMORY_FORM, type MemoryTables } from './memory.ts';
import { RUNTIME_FORM, type RuntimeTables } from './runtime.ts';

/** The forms of all six, in the order in which they are made and opened. */
export const DATABASE_FORMS: readonly DatabaseForm[] = [
  EVENTS_FORM,
  AGENTS_FORM,
  IDENTITY_FORM,
  MEMORY_FORM,
  EMBEDDINGS_FORM,
  RUNTIME_FORM,
];

/** Where they lie in a workspace of Nexus. */
export const NEXUS_DATA = 'state/data';

/** Makes those that are missing in `folder`; returns their files. Throws DATABASE_… refusals. */
export const makeDatabases = (folder: Directory, uid: number): readonly string[] =>
  DATABASE_FORMS.filter((form) => Database.make(folder, form, uid)).map(({ file }) => file);

/** Queries of each. */
export interface Queries {
  readonly events: Kysely<EventsTables>;
  readonly agents: Kysely<AgentsTables>;
  readonly identity: Kysely<IdentityTables>;
  readonly memory: Kysely<MemoryTables>;
  readonly embeddings: Kysely<EmbeddingsTables>;
  readonly runtime: Kysely<RuntimeTables>;
}

export class Databases {
  readonly queries: Queries;
  readonly #opened: readonly Database[];

  private constructor(queries: Queries, opened: readonly Database[]) {
    this.queries = queries;
    this.#opened = opened;
  }

  /** Opens all six in `folder`, or none. kysely is loaded here. Throws DATABASE_… refusals. */
  static async open(folder: Directory, uid: number): Promise<Databases> {
    const { queriesOf } = await import('./dialect.ts');
    const opened: Database[] = [];
    const open = <Tables>(form: DatabaseForm): Kysely<Tables> => {
      const database = Database.open(folder, form, uid);
      opened.push(database);
      return queriesOf<Tables>(database);
    };
    try {
      const queries: Queries = {
        events: open(EVENTS_FORM),
        agents: open(AGENTS_FORM),
        identity: open(IDENTITY_FORM),
        memory: open(MEMORY_FORM),
        embeddings: open(EMBEDDINGS_FORM),
        runtime: open(RUNTIME_FORM),
      };
      return new Databases(queries, opened);
    } catch (error) {
      for (const database of opened) database.close();
      throw error;
    }
  }

  /** Copies each into `folder`, a path, while they are written to; each copy is whole. Throws DATABASE_UNUSABLE. */
  async backup(folder: string): Promise<void> {
    for (const database of this.#opened) await database.backup(join(folder, database.file));
  }

  close(): void {
    for (const database of this.#opened) database.close();
  }
}
