/** kysely over a database of the kernel's. */
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Database } from '#kernel/sqlite/database.ts';

const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

/** Queries over `database`, which is closed with them. */
export const queriesOf = <Tables>(database: Database): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        close: () => database.close(),
        prepare: (sql) => {
          // Why it was taken back is what the caller is to hear, not that there is nothing left to take back.
          if (sql === 'rollback' && !database.isInTransaction) return NOTHING;
          // A transaction that reads first could not write any more where another process has written meanwhile.
          const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
          return {
            reader: statement.returnsRows,
            all: (binds) => statement.all(binds),
            run: (binds) => {
              const { changes, lastId } = statement.run(binds);
              return { changes, lastInsertRowid: lastId };
            },
            iterate: () => {
              // On one connection a query beside it would wait for ever.
              throw new TypeError('rows are read by pages, not as a stream');
            },
          };
        },
      },
    }),
  });
