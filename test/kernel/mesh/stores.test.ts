import { describe, expect, it } from 'vitest';

import { chooseStore } from '#kernel/mesh/stores.ts';
import { refusalOf } from '#test/support/kernel.ts';

const LANCEDB = { entry: '/p/index.js', tree: '/p', version: '0.39.0' };

describe('the store of an index', () => {
  it('is SQLite, also where LanceDB is there, unless the owner chose that [R-94]', () => {
    expect(chooseStore('lancedb', LANCEDB)).toMatchObject({ store: 'lancedb', native: ['/p'] });
    expect(chooseStore(undefined, LANCEDB)).toMatchObject({ store: 'sqlite', native: [] });
    expect(chooseStore(undefined, undefined)).toMatchObject({ store: 'sqlite', native: [] });
    expect(chooseStore('sqlite', LANCEDB)).toMatchObject({ store: 'sqlite', native: [] });
  });

  it('is not another one than was chosen', () => {
    expect(refusalOf(() => chooseStore('lancedb', undefined))).toBe('MESH_STORE_MISSING');
  });
});
