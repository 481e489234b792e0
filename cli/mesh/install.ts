/** `yamo mesh install`: what an index can use and does not come with yamo, at its owner's word. */
import { EXIT } from '#lib/spec/exits.ts';
import { installPackage, uninstallPackage } from '#kernel/mesh/install.ts';
import { findPackage, installedFolder, PACKAGES } from '#kernel/mesh/packages.ts';
import { hostFor } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { exitAfterSignal, onSignals, type Signal } from '#cli/io/signals.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';
import { isAgreed } from '#cli/session/agreed.ts';

/** Installs LanceDB, or with `--encoder` the sentence encoder, or takes it away. Throws MESH_INSTALL_FAILED, SETTINGS_INVALID. */
export const installMesh = async (given: Given<'mesh'>): Promise<number> => {
  const stop = new AbortController();
  const { signal } = stop;
  const host = await hostFor(
    { settings: given.text('settings') },
    { human: undefined, emit: () => undefined, signal },
  );
  const kind = given.flag('encoder') ? 'encoder' : 'lancedb';
  const { title, name, megabytes } = PACKAGES[kind];
  const folder = installedFolder(kind, host.environment);
  const isJson = given.flag('json');
  if (given.flag('uninstall')) {
    const wasThere = await uninstallPackage(kind, host);
    if (isJson) print(jsonLine({ package: name, uninstalled: wasThere, folder }));
    else if (wasThere) print(`${styled('green', '✓')} ${title} is gone from ${harmless(folder)}\n`);
    else print(`${title} is not in ${harmless(folder)}\n`);
    return EXIT.done;
  }
  const known = findPackage(kind, host.environment);
  if (!isJson)
    print(
      `${title} (${name}, about ${megabytes} MB with what it needs) is fetched by npm into\n  ${harmless(folder)}\nwith the checksums that yamo has, and without running its scripts.\n${known === undefined ? '' : `Version ${known.version} is in ${harmless(known.tree)} now.\n`}`,
    );
  if (!given.flag('yes') && !(await isAgreed('Install it? [y/N] '))) {
    if (isJson) print(jsonLine({ would: { package: name, megabytes, folder } }));
    printError('Nothing was installed. Without a terminal to ask at: --yes\n');
    return EXIT.refused;
  }
  let ended: Signal | undefined;
  onSignals((by) => {
    ended = by;
    stop.abort();
  });
  if (!isJson) printError('Fetching…\n');
  try {
    const { version } = await installPackage(kind, host);
    if (isJson) print(jsonLine({ package: name, version, folder }));
    else print(`${styled('green', '✓')} ${title} ${version} is installed\n`);
    return EXIT.done;
  } catch (error) {
    if (ended === undefined) throw error;
    printError('Nothing was installed.\n');
    return exitAfterSignal(ended, EXIT.done);
  }
};
