/** The entry of `yamo`: looks at the Node it runs on before anything is loaded that an old one cannot link. */
import process from 'node:process';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 15)) {
  const { start } = await import('./start.ts');
  process.exitCode = await start(process.argv.slice(2));
} else {
  process.stderr.write(
    `yamo needs Node.js 24.15 or newer; this is ${process.versions.node}. Install it from https://nodejs.org\n`,
  );
  process.exitCode = 4;
}
