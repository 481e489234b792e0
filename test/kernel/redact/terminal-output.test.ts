import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CommandOutput, lastBytes } from '#kernel/redact/terminal-output.ts';
import { Secrets, REDACTED, redactFrom } from '#kernel/redact/credential-redactor.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import { SHELL_CONTEXT_BYTES, SHELL_CREDENTIALS } from '#lib/spec/limits.ts';

const PASSWORD = 'hunter2-and-more';
const KEY = ['ghp', '_', 'x7Kq2mVb9TzRw4Lp8NcY', 'd3Fh6Js1GaQe5UoA'].join('');

/** What an agent would be shown of these chunks. */
const shown = async (
  chunks: readonly (string | Buffer)[],
  { limit = 1000, ended = true, secrets = new Secrets() } = {},
): Promise<{ readonly text: string; readonly truncated: boolean }> => {
  const output = new CommandOutput(limit);
  for (const chunk of chunks) output.add(Buffer.from(chunk));
  const { text, from, truncated } = output.judged(ended);
  const clean = redactFrom(text, await credentialFinder()(text), secrets, from);
  return { text: lastBytes(clean, limit), truncated };
};

describe('the output of a command', () => {
  it('is all of it, up to the limit', async () => {
    expect(await shown(['one\n', 'two'])).toEqual({ text: 'one\ntwo', truncated: false });
    expect(await shown(['12345678'], { limit: 8 })).toEqual({ text: '12345678', truncated: false });
    expect(await shown([''], { limit: 0 })).toEqual({ text: '', truncated: false });
    expect(await shown(['x'], { limit: 0 })).toEqual({ text: '', truncated: true });
  });

  it('loses its beginning at the limit, a whole line where one begins soon', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join('');
    const { text, truncated } = await shown([lines], { limit: 100 });
    expect(text).toMatch(/^line \d+\n[^]*line 99\n$/);
    expect(lines.endsWith(text)).toBe(true);
    expect(text.length).toBeGreaterThan(85);
    expect(truncated).toBe(true);
    expect(await shown(['abc\ndefgh'], { limit: 6 })).toEqual({ text: '\ndefgh', truncated: true });
  });

  it('does not show a line that may still grow', async () => {
    expect((await shown(['one\ntw'], { ended: false })).text).toBe('one\n');
    expect((await shown(['10 %\r20 %\r30'], { ended: false })).text).toBe('10 %\r20 %\r');
    const long = ['x'.repeat(5000), 'y'.repeat(SHELL_CONTEXT_BYTES * 3)];
    expect(await shown(long, { ended: false })).toMatchObject({ text: '' });
  });

  it('decodes what is no UTF-8 with a replacement, and keeps a byte order mark', async () => {
    const { text } = await shown([Buffer.from([0x61, 0xff, 0xc3, 0x28, 0x0a])]);
    expect(text).toBe('a\u{FFFD}\u{FFFD}(\n');
    expect((await shown(['\u{FEFF}a'])).text).toBe('\u{FEFF}a');
  });

  it('is the end of what was printed, in whole characters, however it came in', () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom('é', '猫', '🐈', 'a', '\n'), fc.string({ maxLength: 5 })),
    );
    const property = fc.property(
      pieces,
      fc.array(fc.nat(200)),
      fc.nat(60),
      (parts, cuts, limit) => {
        const printed = Buffer.from(parts.join(''));
        const output = new CommandOutput(limit);
        let at = 0;
        for (const cut of [...cuts.toSorted((a, b) => a - b), printed.byteLength]) {
          output.add(printed.subarray(at, Math.max(at, cut)));
          at = Math.max(at, cut);
        }
        const { text, from, truncated } = output.judged(true);
        const end = text.slice(from);
        expect(printed.toString().endsWith(end)).toBe(true);
        expect(Buffer.byteLength(end)).toBeLessThanOrEqual(limit);
        expect(truncated).toBe(Buffer.byteLength(end) < printed.byteLength);
        expect(output.printed).toBe(printed.byteLength);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('keeps no more than the limit and what goes before it', () => {
    const output = new CommandOutput(1000);
    for (let index = 0; index < 5000; index += 1) output.add(Buffer.alloc(1000, 'a'));
    expect(output.judged(true).text.length).toBe(1000 + SHELL_CONTEXT_BYTES);
    expect(output.printed).toBe(5_000_000);
  });
});

describe('a credential in the output', () => {
  it('is withheld, and the line around it is not', async () => {
    const { text } = await shown([`before\npassword: ${PASSWORD}\nafter ${KEY} x\n`]);
    expect(text).toBe(`before\npassword: ${REDACTED}\nafter ${REDACTED} x\n`);
  });

  it('is withheld wherever two reads or characters cut it', async () => {
    const line = `key ${KEY}, password: ${PASSWORD}\n`;
    for (let cut = 1; cut < line.length; cut += 1) {
      const early = await shown([line.slice(0, cut)], { ended: false });
      expect(early.text).toBe('');
      for (const ended of [true, false]) {
        const { text } = await shown([line.slice(0, cut), line.slice(cut)], { ended });
        expect(text).toBe(`key ${REDACTED}, password: ${REDACTED}\n`);
      }
    }
  });

  it('is withheld as a whole wherever the limit cuts it', async () => {
    for (let limit = 1; limit < 120; limit += 1) {
      const { text } = await shown([`${'-'.repeat(50)} ${KEY} password: ${PASSWORD}\nrest\n`], {
        limit,
      });
      for (const secret of [KEY, PASSWORD])
        for (let at = 0; at + 5 <= secret.length; at += 1)
          expect(text).not.toContain(secret.slice(at, at + 5));
    }
  });

  it('is withheld where it stands alone, once it was recognised in the session', async () => {
    const secrets = new Secrets(['owner-given-value', 'short']);
    expect((await shown([`a ${KEY.slice(4)} b\n`], { secrets })).text).toContain(KEY.slice(4));
    await shown([`token: ${KEY.slice(4)}\n`], { secrets });
    expect((await shown([`a ${KEY.slice(4)} b\n`], { secrets })).text).toBe(`a ${REDACTED} b\n`);
    expect((await shown(['owner-given-value short'], { secrets })).text).toBe(`${REDACTED} short`);
  });

  it('is withheld after a carriage return, and after a line that only names it', async () => {
    expect((await shown([`1 %\r2 %\rpassword: ${PASSWORD}\r3 %\n`])).text).toBe(
      `1 %\r2 %\rpassword: ${REDACTED}\r3 %\n`,
    );
  });

  it('is withheld below a heading that names it, however the output is cut', async () => {
    const above = '# Backup\n\n## Repository password\n\n';
    for (let cut = 1; cut < above.length; cut += 1) {
      const rest = `${above.slice(cut)}${PASSWORD}\n`;
      const { text } = await shown([above.slice(0, cut), rest], { ended: false });
      expect(text).toBe(`${above}${REDACTED}\n`);
    }
    expect((await shown([above, `${PASSWORD}\n`], { limit: 20 })).text).not.toMatch(/hunter|more/);
  });

  it('is withheld with the block of a private key that is not complete', async () => {
    const begin = ['-----BEGIN', 'RSA', 'PRIVATE', 'KEY-----'].join(' ');
    const part = `see:\n${begin}\nMIIEow==\n`;
    expect((await shown([part], { ended: false })).text).toBe('see:\n');
    expect((await shown([part])).text).toBe(`see:\n${REDACTED}`);
    const certificate = '-----BEGIN CERTIFICATE-----\nMIIEow==\n';
    expect((await shown([certificate], { ended: false })).text).toBe(certificate);
  });

  it('takes the whole output with it when there are too many', async () => {
    const many = `password: ${PASSWORD}\n`.repeat(SHELL_CREDENTIALS + 1);
    expect((await shown([many], { limit: 100_000 })).text).toBe(REDACTED);
  });

  it('leaves everything else as it is', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, from) => {
      expect(redactFrom(text, [], new Secrets(), from)).toBe(text.slice(from));
    });
    fc.assert(property);
  });
});
