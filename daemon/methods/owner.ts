/** Whoever has the token of a workspace is its owner, the primary human alone. */
export const OWNER = { by: 'owner' } as const;
