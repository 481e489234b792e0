/** The tables of an index in SQLite. Both full-text tables split at blanks: the terms are ours (lib/recall/analysis.ts). */

/** An index with another number was made by another version, and is built again. */
export const SCHEMA_VERSION = 5;

/** In how many units a term stands: FTS5 would walk over all of them for it. */
const FREQUENCIES = `
CREATE TABLE frequencies (term TEXT PRIMARY KEY NOT NULL, units INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Makes an index of the version before one of this version. */
export const UPGRADE = {
  from: SCHEMA_VERSION - 1,
  script: `
${FREQUENCIES}
INSERT INTO frequencies SELECT term, doc FROM unit_vocabulary;
DROP TABLE unit_vocabulary;
PRAGMA user_version = ${SCHEMA_VERSION};
`,
};

export const INDEX_SCHEMA = `
CREATE TABLE sources (file TEXT PRIMARY KEY, stamp TEXT NOT NULL) STRICT;
CREATE TABLE figures (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
INSERT INTO figures VALUES ('revision', 1), ('units', 0), ('terms', 0);

CREATE TABLE units (
  at INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  id TEXT NOT NULL,
  file TEXT NOT NULL,
  session TEXT NOT NULL,
  seq INTEGER NOT NULL,
  "from" INTEGER NOT NULL,
  "to" INTEGER NOT NULL,
  hash TEXT NOT NULL,
  day TEXT,
  speaker TEXT,
  terms TEXT NOT NULL,
  headTerms TEXT NOT NULL,
  traits INTEGER NOT NULL
) STRICT;
CREATE INDEX units_by_place ON units (session, seq);
CREATE INDEX units_by_day ON units (day, seq) WHERE day IS NOT NULL;
CREATE INDEX units_by_file ON units (file);
CREATE INDEX units_by_id ON units (id);
CREATE INDEX units_by_speaker ON units (speaker) WHERE speaker IS NOT NULL;

CREATE TABLE sessions (
  at INTEGER PRIMARY KEY,
  session TEXT NOT NULL UNIQUE,
  file TEXT NOT NULL,
  terms TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_file ON sessions (file);

CREATE VIRTUAL TABLE unit_words USING fts5 (terms, headTerms, content='units', content_rowid='at', tokenize='ascii');
CREATE VIRTUAL TABLE session_words USING fts5 (terms, content='sessions', content_rowid='at', tokenize='ascii');
${FREQUENCIES}
-- Of one embedder at a time. A unit that has moved keeps its vector.
CREATE TABLE vectors (key TEXT PRIMARY KEY NOT NULL, vector BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE embedder (name TEXT PRIMARY KEY NOT NULL, dimensions INTEGER NOT NULL) STRICT;

-- What is deleted leaves no word behind.
INSERT INTO unit_words (unit_words, rank) VALUES ('secure-delete', 1);
INSERT INTO session_words (session_words, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER unit_in AFTER INSERT ON units BEGIN
  INSERT INTO unit_words (rowid, terms, headTerms) VALUES (new.at, new.terms, new.headTerms);
END;
CREATE TRIGGER unit_out AFTER DELETE ON units BEGIN
  INSERT INTO unit_words (unit_words, rowid, terms, headTerms) VALUES ('delete', old.at, old.terms, old.headTerms);
END;
CREATE TRIGGER session_in AFTER INSERT ON sessions BEGIN
  INSERT INTO session_words (rowid, terms) VALUES (new.at, new.terms);
END;
CREATE TRIGGER session_out AFTER DELETE ON sessions BEGIN
  INSERT INTO session_words (session_words, rowid, terms) VALUES ('delete', old.at, old.terms);
END;

PRAGMA user_version = ${SCHEMA_VERSION};
`;
