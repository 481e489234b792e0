/** embeddings.db: vectors of what memory.db and identity.db hold. All of it can be made again. */
import type { DatabaseForm } from '#kernel/sqlite/migrate.ts';

/** Its tables, as the newest version has them. */
export interface EmbeddingsTables {
  embeddings: {
    of: 'fact' | 'episode' | 'entity';
    id: number;
    model: string;
    text_hash: string;
    dimensions: number;
    vector: Uint8Array;
  };
}

export const EMBEDDINGS_FORM: DatabaseForm = {
  file: 'embeddings.db',
  migrations: [
    `-- A vector for each text and model.
create table embeddings (
  of text not null check (of in ('fact', 'episode', 'entity')),
  id integer not null, -- the row of that table
  model text not null, -- what made the vector
  text_hash text not null, -- of the text that it was made from: another one needs another vector
  dimensions integer not null,
  vector blob not null check (length(vector) = 4 * dimensions), -- 32-bit floats, little-endian
  primary key (of, id, model)
) strict, without rowid;`,
  ],
};
