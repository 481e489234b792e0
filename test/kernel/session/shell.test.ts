import { expect, it } from 'vitest';

import { Journal } from '#kernel/run/journal.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { firstBootTerminals } from '#kernel/session/shell.ts';
import { laterRefusalOf } from '#test/support/kernel.ts';

it('a first boot has no shell, whatever the settings say', async () => {
  const host = { emit: () => undefined, diagnostics: () => undefined };
  const journal = new Journal(() => undefined);
  const terminals = firstBootTerminals({ host, journal }, new CredentialRedactor());
  expect(terminals.isOffered).toBe(false);
  expect(await laterRefusalOf(() => terminals.create({ command: 'true' }))).toBe('SHELL_OFF');
  expect(journal.summary()).toMatchObject({ asked: 1, refused: 1 });
});
