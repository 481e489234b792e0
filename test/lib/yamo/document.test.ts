import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { checkDocument } from '#lib/yamo/document.ts';
import { forAll } from '#test/support/property.ts';

const HEAD = 'name: Birth;\nversion: 1.0.0;\n---\n';
const BLOCK = `agent: Midwife;
intent: write_the_first_files;
context:
  name;Atlas;
  role;research assistant;
constraints:
  - never_repeat_the_orders;
priority: high;
output:
  files_created;SOUL.md;
meta:
  hypothesis;The instructions are complete;
log: birth_done;timestamp;2026-01-02T10:00:00Z;
handoff: End;
`;
const VALID = HEAD + BLOCK;
/** The form of RFC-0006 §1. */
const SHORT = 'agent: Midwife;\nintent: be_born;\ncontext:\n  name;Atlas;\nhandoff: SOUL.md;\n';

const errors = (text: string): string[] =>
  checkDocument(text).flatMap(({ level, line, reason }) =>
    level === 'error' ? [`${line}: ${reason}`] : [],
  );
const warnings = (text: string): string[] =>
  checkDocument(text).flatMap(({ level, reason }) => (level === 'warning' ? [reason] : []));
const forms = (text: string): string[] =>
  checkDocument(text).flatMap(({ level, line, reason }) =>
    level === 'form' ? [`${line}: ${reason}`] : [],
  );
const without = (section: RegExp): string => VALID.replace(section, '');

describe('checkDocument [K1]', () => {
  it.each([
    ['a full document', VALID],
    ['CRLF and a byte order mark', `\uFEFF${VALID.replaceAll('\n', '\r\n')}`],
    ['front matter style', `---\n${VALID}`],
    [
      'metadata with semicolons',
      VALID.replace('name: Birth;\nversion: 1.0.0;', 'name;Birth;version;1;'),
    ],
    [
      'metadata as a section',
      VALID.replace('name: Birth;\nversion: 1.0.0;', 'metadata:\n  name: B\n  version: 1'),
    ],
    ['meta lines', VALID.replace('meta:\n  hypothesis', 'meta: rationale;x;\nmeta: hypothesis')],
    ['no optional section', HEAD + BLOCK.replace(/context:[^]*meta:/u, 'meta:')],
    ['comments', VALID.replace('intent', '# a comment\nintent')],
    ['kept text', VALID.replace('meta:', 'preserve:\n   \tas it is\nmeta:')],
    ['verbatim text', VALID.replace('role;research assistant;', 'text;verbatim;\n     odd')],
    ['two blocks', VALID.replace('End', 'Nurse') + BLOCK.replace('Midwife', 'Nurse')],
    ['two blocks with a rule', `${VALID}---\n${BLOCK.replace('Midwife', 'Nurse')}`],
    ['a path to hand off to', VALID.replace('End', 'memory/day.md')],
    ['an escaped semicolon', VALID.replace('Atlas', 'At%3Blas')],
  ])('accepts %s', (_, text) => {
    expect(checkDocument(text)).toEqual([]);
  });

  it('only warns of the short form of RFC-0006 §1', () => {
    expect(errors(SHORT)).toEqual([]);
    expect(warnings(SHORT)).toHaveLength(3);
  });

  it.each([
    ['no name', without(/name: Birth;\n/u), '1: the metadata has no name'],
    ['no version', without(/version.*\n/u), '1: the metadata has no version'],
    ['an empty name', VALID.replace('Birth', ''), '1: the metadata has no name'],
    ['no intent', without(/intent.*\n/u), '4: the block has no intent'],
    ['no meta', without(/meta:\n.*\n/u), '4: the block has no meta'],
    ['no log', without(/log.*\n/u), '4: the block has no log'],
    ['no handoff', without(/handoff.*\n/u), '4: the block has no handoff'],
    [
      'two intents',
      VALID.replace('context:', 'intent: x;\ncontext:'),
      '6: the block has more than one intent',
    ],
    [
      'two agents',
      VALID.replace('intent', 'agent: Other;\nintent'),
      '5: the block has more than one agent',
    ],
    ['a log twice', `${VALID}log: x;\n`, '18: the block has more than one log'],
    ['meta in two places', `${VALID}meta: a;b;\n`, '18: the block has more than one meta'],
    [
      'another priority',
      VALID.replace('high', 'urgent'),
      '11: priority is none of critical, high, medium, low',
    ],
    ['an empty context', VALID.replace(/ {2}name;.*\n.*\n/u, ''), '6: context is empty'],
    ['empty constraints', VALID.replace(/ {2}- .*\n/u, '  - ;\n'), '9: constraints is empty'],
    ['a tab', VALID.replace('  name', '\tname'), '7: a tab; the format knows spaces only'],
    ['three spaces', VALID.replace('  name', '   name'), '7: an odd indent; a level is two spaces'],
    [
      'a name with blanks',
      VALID.replace('Midwife', 'Mid wife'),
      '4: agent is no name of letters, digits and underscores',
    ],
    [
      'prose',
      VALID.replace('intent', 'Hello there\nintent'),
      '5: a line that is no section of the format',
    ],
    ['no block', HEAD, '1: the document has no agent block'],
    ['nothing', '', '1: the document has no agent block'],
  ])('finds %s', (_, text, fault) => {
    expect(errors(text)).toContain(fault);
  });

  it('demands metadata for more than one block', () => {
    expect(errors(BLOCK + BLOCK)).toEqual([
      '1: there is no metadata with name and version before the first agent block',
    ]);
  });

  it.each([
    [
      'a handoff to nobody',
      VALID.replace('End', 'Nobody'),
      '17: handoff names neither an agent of this document, nor End, nor a path',
    ],
    [
      'an unknown section',
      VALID.replace('output', 'result'),
      '12: a section that the format does not name',
    ],
    [
      'an intent with blanks',
      VALID.replace('write_the_first_files', 'write the first files'),
      '5: intent is no name of letters, digits and underscores',
    ],
    [
      'meta behind log',
      VALID.replace(/(meta:\n.*\n)(log.*\n)/u, '$2$1'),
      '15: meta stands too late; the order is agent, intent, context, constraints, priority, output, meta, log, handoff',
    ],
  ])('says of %s that it is not in the form of RFC-0011 §3.1', (_, text, fault) => {
    expect(forms(text)).toEqual([fault]);
    expect(errors(text)).toEqual([]);
  });

  it('lets a lesson go to who takes it over, and kept text stand anywhere', () => {
    expect(forms(VALID.replace('End', 'SubconsciousReflector'))).toEqual([]);
    expect(forms(VALID.replace('handoff', 'preserve:\n  as it is\nhandoff'))).toEqual([]);
  });

  it('never throws, points at lines that are there, and never quotes [Y107]', () => {
    const piece = fc.constantFrom(
      'agent: ',
      'intent: ',
      'meta:\n',
      'handoff: ',
      'name;',
      'CANARY',
      ';',
      ':',
      '\n',
      '  ',
      '---\n',
      '\t',
      '- ',
      'priority: ',
      'context:\n',
      '#',
    );
    forAll(fc.array(piece, { maxLength: 50 }), (pieces) => {
      const text = pieces.join('');
      for (const { line, reason } of checkDocument(text)) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(text.split('\n').length);
        expect(reason).not.toContain('CANARY');
      }
    });
  });

  it('reads a large hostile document to its end', () => {
    for (const piece of ['a;', '\t\n', 'agent: A;\nhandoff: End;\n', 'meta: a;\n', '---\n', '-']) {
      expect(checkDocument(piece.repeat(50_000)).length).toBeLessThanOrEqual(100);
    }
  });
});

it('the sample of the specification is a valid document, and a first boot that can be read [K1]', () => {
  const specification = readFileSync('RFC-0009.md', 'utf8');
  const samples = [...specification.matchAll(/^```yamo\n([^]*?)^```$/gm)].map(
    ([, text]) => text ?? '',
  );
  const sample = samples.find((text) => text.includes('agent: Newborn;')) ?? '';
  expect(checkDocument(sample)).toEqual([]);
  expect(readBootstrapFields(sample)).toMatchObject({
    agent: { name: 'Atlas', role: 'research assistant' },
    user: { name: 'Ada', timezone: 'Europe/Berlin' },
  });
});
