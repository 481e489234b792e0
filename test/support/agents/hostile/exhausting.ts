/** More of everything than anybody needs: what the kernel must outlive, and clear away. */
import { rmSync } from 'node:fs';

import { HELD, MAY, type Way } from './way.ts';

const OWN =
  'nothing: it takes what a program of the user may take. It reaches itself only, and all of it ends';

export const EXHAUSTING: readonly Way[] = [
  {
    id: 'A196',
    way: 'leaves four thousand files in its scratch folder, in one folder and in many',
    ...MAY,
    by: 'the kernel removes them name by name, when everything else is closed',
    tries: {
      wide: (a) =>
        a.perl(
          `chdir shift; mkdir 'wide'; for (1 .. 2000) { open(my $f, '>', "wide/$_") or result(-1) } told('made')`,
          a.scratch('.'),
        ),
      many: (a) =>
        a.perl(
          `chdir shift; for my $i (1 .. 20) { mkdir "m$i"; for (1 .. 100) { open(my $f, '>', "m$i/$_") or result(-1) } } told('made')`,
          a.scratch('.'),
        ),
    },
  },
  {
    id: 'A197',
    way: 'leaves a file that is a terabyte long and holds nothing',
    ...MAY,
    by: 'the kernel removes it and never reads it',
    tries: {
      sparse: (a) =>
        a.perl(
          `open(my $f, '>', shift) or result(-1); truncate($f, 1 << 40) or result(-1); told('made')`,
          a.scratch('sparse'),
        ),
    },
  },
  {
    id: 'A198',
    way: 'fills `/tmp`',
    ...HELD,
    by: 'the view: a limit of 256 MB; Landlock: it cannot be written to',
    tries: {
      bytes: (a) => {
        const path = `/tmp/${a.facts.marker}-fill`;
        try {
          return a.perl(
            `open(my $f, '>', shift) or result(-1); my $block = 'x' x 4194304;
             for (1 .. 80) { defined syswrite($f, $block) or result(-1) } told('320 MB')`,
            path,
          );
        } finally {
          rmSync(path, { force: true });
        }
      },
    },
  },
  {
    id: 'A199',
    way: 'opens as many files as it may, starts threads and timers without end',
    ...MAY,
    by: OWN,
    tries: {
      files: (a) =>
        a.perl(
          `my @all; while (open(my $f, '<', '/dev/null')) { push @all, $f; last if @all > 5000 } told(scalar @all)`,
        ),
      children: (a) =>
        a.perl(
          `for (1 .. 100) { my $pid = fork; if (!$pid) { sleep 1; exit } } 1 while wait() > 0; told('a hundred')`,
        ),
      timers: (a) => a.perl(`for (1 .. 1000) { alarm 1000 } told('set')`),
    },
  },
  {
    id: 'A200',
    way: 'opens terminals of its own without end',
    ...MAY,
    by: 'the view: terminals of its own, of which the system keeps enough for others; Landlock: none',
    landlock: { main: 'held', shared: 'held' },
    tries: {
      terminals: (a) =>
        a.perl(
          `my @all; for (1 .. 50) { open(my $f, '+<', '/dev/ptmx') or result(-1); push @all, $f } told(scalar @all)`,
        ),
    },
  },
  {
    id: 'A201',
    way: 'ends and stops what stands around it: process 1, its group, its parent',
    ...HELD,
    by: 'the view: process 1 takes no signal from within; Landlock: its scope',
    tries: {
      'process 1': (a) =>
        a.perl(
          `kill('KILL', 1) or result(-1); select(undef, undef, undef, 0.05); $! = 3; result(kill(0, 1) ? -1 : 'it is gone')`,
        ),
      stop: (a) => a.perl(`kill('STOP', 1) or result(-1); $! = 3; result(-1)`),
    },
  },
];
