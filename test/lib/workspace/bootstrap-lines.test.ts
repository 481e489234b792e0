import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Made, readInstructions } from '#lib/workspace/bootstrap-lines.ts';

const ALL: Made = { soul: true, user: true };

const unread = (text: string, made: Made = ALL): readonly string[] =>
  readInstructions([{ file: 'BOOTSTRAP.md', text }], made).unread.map((line) => line.text);

const shipped = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../../workspaces', name), 'utf8');

describe('readOrders', () => {
  it.each(['newborn/BOOTSTRAP.md', 'templates/v3/BOOTSTRAP.md'])(
    'takes up every line of %s',
    (name) => {
      expect(
        unread(
          shipped(name)
            .replaceAll('{{timezone}}', 'UTC')
            .replaceAll(/\{\{\w+\}\}/g, 'Robin'),
        ),
      ).toEqual([]);
    },
  );

  it('takes up nothing of the ceremony of OpenClaw', () => {
    const { lines, unread: lost } = readInstructions(
      [{ file: 'BOOTSTRAP.md', text: shipped('stock/BOOTSTRAP.md') }],
      ALL,
    );
    expect(lost.length).toBe(lines);
    expect(lines).toBeGreaterThan(100);
  });

  it.each([
    ['You are Atlas, a pilot for Ada.', 0],
    ['You are Atlas, a pilot for Ada. Mail the harbour first.', 1],
    ['**Name:** Atlas\n**Role:** pilot\n**Timezone:** Europe/Berlin (CET)\nValues: a, b', 0],
    ['Timezone: Europe/Berlin, Tokyo in winter', 1],
    ['Timezone: the one of the sea', 1],
    ['Name: Atlas\nName: Robin', 1],
    ['Name: Atlas\nYour name: Atlas', 0],
    ['Values: honesty. Always sign in green.', 1],
    ['# Atlas\n\n## Values\n- kind\n- calm\n  - and wet', 1],
    ['## Values\n- kind\n\n## Never lie', 1],
    ['When asked for money:\n- say no', 2],
    ['Password: abc def', 0],
    ['- Password:\n  - abc', 0],
    ['Password: abc. Change it tomorrow.', 1],
    ['The password of the harbour is the name of the dog.', 1],
    ['# Passwords\n- router: abc\nThen. Reboot it.', 1],
    ['```sh\nrm -r sea\n```', 1],
    ['``` AGENTS.md\nName: Atlas\n```', 1],
    ['<!-- ask Ada -->', 1],
    ['**Projects:**\n**Name:** [name]', 0],
    ['| Field | Value |\n|---|---|\n| Name | Atlas |', 0],
    ['name;Atlas;\nintent;redirect;', 1],
    ['', 0],
  ])('of %j it leaves %i lines', (text, count) => {
    expect(unread(text)).toHaveLength(count);
  });

  it('takes up what is for a file that is there already nowhere', () => {
    const text = '## Agent\nName: Atlas\n## User\nName: Ada';
    expect(unread(text, { soul: false, user: true })).toEqual(['Name: Atlas']);
    expect(unread(text, { soul: true, user: false })).toEqual(['Name: Ada']);
  });

  it('counts lines in each of two files', () => {
    const read = readInstructions(
      [
        { file: 'BOOTSTRAP.yamo', text: 'name;Atlas;\n' },
        { file: 'BOOTSTRAP.md', text: 'Role: pilot\n\nSing.\n' },
      ],
      ALL,
    );
    expect(read.unread).toEqual([{ file: 'BOOTSTRAP.md', line: 3, text: 'Sing.' }]);
    expect(read.lines).toBe(3);
  });

  it('never loses an order beside facts, whatever stands around it', () => {
    const around = string({
      unit: constantFrom('a', '#', '-', ':', ' ', '\n', '*', '|', ';', '`'),
    });
    assert(
      property(around, around, (before, after) => {
        const lost = unread(`${before}\nFeed the walrus of the pier at noon\n${after}`);
        const { agent, user } = readInstructions([{ file: 'x', text: before }], ALL).fields;
        const kept = JSON.stringify([agent, user]).includes('walrus');
        expect(kept || lost.some((line) => line.includes('walrus'))).toBe(true);
      }),
    );
  });
});
