/** CI draws the same examples each time, so that a change alone can break it; elsewhere, and each night, they are new. */
if (process.env['YAMO_CI'] !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: 9 });
}
