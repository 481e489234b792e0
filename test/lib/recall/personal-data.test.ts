import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactPersonalData } from '#lib/recall/personal-data.ts';
import { forAll } from '#test/support/property.ts';

const kindsOf = (text: string): readonly string[] => redactPersonalData(text).kinds;

describe('redactPersonalData [Y96]', () => {
  it.each([
    ['bo@example.com', 'email'],
    ['Mail: <bo.smith+tide@mail.example.co.uk>.', 'email'],
    ['почта: иван@пример.рф', 'email'],
    ['+1 415 555 0100', 'phone'],
    ['+49 (0)711 123-4567', 'phone'],
    ['(415) 555-0100', 'phone'],
    ['415.555.0100', 'phone'],
    ['1-415-555-0100', 'phone'],
    ['0711 1234567', 'phone'],
    ['01 23 45 67 89', 'phone'],
    ['090-1234-5678', 'phone'],
    ['0171-23-45678', 'phone'],
    ['13812345678', 'phone'],
    ['8 (912) 345-67-89', 'phone'],
    ['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', 'phone'],
    ['4111 1111 1111 1111', 'card'],
    ['5500-0000-0000-0004', 'card'],
    ['378282246310005', 'card'],
    [`sk-${'aB3'.repeat(9)}`, 'key'],
    [`ghp_${'aB3'.repeat(12)}`, 'key'],
    ['AKIAIOSFODNN7EXAMPLE', 'key'],
    [`Bearer ${'aB3.'.repeat(9)}`, 'key'],
    [`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${'a'.repeat(20)}`, 'key'],
  ])('redacts %s', (text, kind) => {
    expect(kindsOf(text)).toEqual([kind]);
    expect(kindsOf(`before ${text} after`)).toEqual([kind]);
    expect(redactPersonalData(text).text).not.toMatch(/\p{Nd}{4}|@/u);
  });

  it('redacts all three of a line', () => {
    const { text } = redactPersonalData(
      'Privacy policy: contact bob@example.com, +1 415 555 0100, 4111 1111 1111 1111',
    );
    expect(text).toBe(
      'Privacy policy: contact [REDACTED_EMAIL], [REDACTED_PHONE], [REDACTED_CARD]',
    );
  });

  it.each([
    '2026-02-21 14:30',
    '2026-02-21T14:30:00.000Z',
    '21.02.2026',
    'version 1.2.3.4',
    'v24.21.0',
    '192.168.178.20:8080',
    '2001:db8::1',
    'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'commit 963ed9a4f0c1',
    '550e8400-e29b-41d4-a716-446655440000',
    'mem_1771684209788_709689',
    'at 1771684209788 ms',
    '0.123456789',
    'a mean of 138.12345678 ms',
    'order 49927398716',
    '3,141,592,653',
    '#1234567890',
    'ISBN 978-3-16-148410-0',
    'a price of 12 000 000 yen',
    'lines 100-200 and 300-400',
    'the sk-learn model, and @ada',
    'user@localhost',
  ])('leaves %s', (text) => {
    expect(redactPersonalData(text)).toEqual({ text, kinds: [] });
  });

  it('finds nothing more in what it gave, and takes no more time for more of the same', () => {
    forAll(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const once = redactPersonalData(text).text;
      expect(redactPersonalData(once).text).toBe(once);
    });
    for (const text of ['a.', '1 ', '1-', '+1', 'a@', 'a@b.', '(1', 'sk-', 'Bearer '])
      expect(redactPersonalData(text.repeat(100_000)).text.length).toBeGreaterThan(0);
  });
});
