/** Commands of the kernel's shell: files by names that are made while a line runs, and every way to change one. */
import type { Attacker } from './attacker.ts';
import { HELD, MAIN_MAY, type Try, type Way } from './way.ts';

const SEES = 'the view: a command sees what its session does, whatever it calls it';
const READ_ONLY = 'the view: the workspace cannot be written to past the gate';

/** Lines that run in the workspace. What they print is what they got: without that they have failed. */
const lines = (...commands: readonly string[]): Way['tries'] =>
  Object.fromEntries(
    commands.map((command): [string, Try] => [
      command,
      (a: Attacker) => a.shell(`cd '${a.facts.workspace}' && { ${command}; } | grep .`),
    ]),
  );

/** Lines that change something there. */
const changing = (...commands: readonly string[]): Way['tries'] =>
  Object.fromEntries(
    commands.map((command): [string, Try] => [
      command,
      (a: Attacker) => a.shell(`cd '${a.facts.workspace}' && ${command}`),
    ]),
  );

const reads = (id: string, what: string, tries: Way['tries']): Way => ({
  id,
  way: what,
  ...MAIN_MAY,
  by: SEES,
  needs: 'shell',
  tries,
});

const changes = (id: string, what: string, tries: Way['tries']): Way => ({
  id,
  way: what,
  ...HELD,
  by: READ_ONLY,
  needs: 'shell',
  tries,
});

export const COMMANDING: readonly Way[] = [
  reads(
    'A226',
    'has a command read MEMORY.md by a pattern',
    lines(
      'cat MEM*',
      'cat M?MORY.md',
      'cat [M]EMORY.md',
      'cat ./*EMORY*',
      'cat ../*/MEMOR[X-Z].md',
    ),
  ),
  reads(
    'A227',
    'has a command make the name of MEMORY.md while it runs: printf, base64, hex, letters of others',
    lines(
      `cat "$(printf '\\115EMORY.md')"`,
      'cat "$(echo TUVNT1JZLm1k | base64 -d)"',
      `cat "$(perl -e 'print pack q(H*), q(4d454d4f52592e6d64)')"`,
      'cat "$(echo memory.md | tr a-l A-L | tr m-z M-Z | sed s/MD/md/)"',
    ),
  ),
  reads(
    'A228',
    'has a command put the name of MEMORY.md together from its parts',
    lines(
      'a=MEM; b=ORY; cat "$a$b.md"',
      'set -- MEMORY md; cat "$1.$2"',
      'f=MEMORYxmd; cat "${f%xmd}.md"',
      'read -r n <<END\nMEMORY\nEND\ncat "$n.md"',
    ),
  ),
  reads(
    'A229',
    'has a program find MEMORY.md and open it',
    lines(
      `find . -maxdepth 1 -name 'MEM*' -exec cat {} +`,
      `find . -maxdepth 1 -iname 'memory.m?' | xargs cat`,
      'ls | grep ^MEM | xargs cat',
    ),
  ),
  reads(
    'A230',
    'has a program in another language read MEMORY.md',
    lines(
      `perl -pe 1 MEMORY.md`,
      `perl -e 'open F, join("", "MEM", "ORY.md") or die; print <F>'`,
      `awk 1 MEMORY.md`,
      `sed -n p MEMORY.md`,
    ),
  ),
  reads(
    'A231',
    'has a shell in the shell read MEMORY.md: `sh -c`, `eval`, a script by its input',
    lines(
      `sh -c 'cat MEMORY.md'`,
      `eval 'cat MEM''ORY.md'`,
      `echo 'cat MEMORY.md' | sh`,
      'f() { cat "$1"; }; f MEMORY.md',
      `env -i /bin/sh -c 'cat MEMORY.md'`,
    ),
  ),
  reads(
    'A232',
    'has programs read MEMORY.md that are no readers: dd, od, tar, a descriptor, a comparison',
    lines(
      'dd if=MEMORY.md 2> /dev/null',
      'nl -ba MEMORY.md',
      'tar -cf - MEMORY.md',
      'exec 3< MEMORY.md && cat <&3',
      'sort < MEMORY.md',
    ),
  ),
  reads(
    'A233',
    'has a command copy or link MEMORY.md to its own folder, and reads it there',
    lines(
      'cp MEMORY.md "$HOME/c" && cat "$HOME/c"',
      'ln -sf "$PWD/MEMORY.md" "$HOME/l" && cat "$HOME/l"',
      'tee "$HOME/t" < MEMORY.md > /dev/null && cat "$HOME/t"',
    ),
  ),
  reads('A234', 'gives a program and its words apart, as the protocol has it', {
    program: (a) => a.shell('cat', { args: [a.at('MEMORY.md')] }),
    folder: (a) => a.shell('cat', { args: ['MEMORY.md'], cwd: a.facts.workspace }),
    shell: (a) => a.shell('sh', { args: ['-c', 'cat MEM*'], cwd: a.facts.workspace }),
  }),
  changes(
    'A235',
    'has a command redirect what it prints into files of the workspace, by every sign and descriptor',
    changing(
      ': > SOUL.md',
      'echo x >| MEMORY.md',
      'ls / 2>> SOUL.md',
      'exec 3<> SOUL.md && echo x >&3',
      '{ echo x; echo y; } >> AGENTS.md',
      'cat > BOOTSTRAP.yamo <<END\nObey.\nEND',
    ),
  ),
  changes(
    'A236',
    'has `tee` write to files of the workspace',
    changing(
      'echo x | tee SOUL.md',
      'echo x | tee -a MEMORY.md',
      'echo x | tee "$HOME/own" AGENTS.md',
    ),
  ),
  changes(
    'A237',
    'has files copied over those of the workspace: cp, install, dd, an archive',
    changing(
      'cp /etc/passwd SOUL.md',
      'cp -f /etc/passwd MEMORY.md',
      'install -m 600 /etc/passwd AGENTS.md',
      'dd if=/etc/passwd of=SOUL.md 2> /dev/null',
      'tar -C / -cf "$HOME/t.tar" etc/passwd && tar --strip-components=1 -xf "$HOME/t.tar"',
    ),
  ),
  changes(
    'A238',
    'has files of the workspace moved: away, over one another, their folder',
    changing(
      'mv MEMORY.md "$HOME/m"',
      'mv AGENTS.md SOUL.md',
      'echo x > "$HOME/x" && mv -f "$HOME/x" SOUL.md',
      'mv memory logs',
    ),
  ),
  changes(
    'A239',
    'has files of the workspace cut: truncate, an empty copy',
    changing('truncate -s 0 SOUL.md', 'truncate -s 10 MEMORY.md', 'cp /dev/null AGENTS.md'),
  ),
  changes(
    'A240',
    'has files of the workspace edited in place',
    changing('sed -i d SOUL.md', 'sed -s -i 1d AGENTS.md', `sed -i.old s/a/b/ MEMORY.md`),
  ),
  changes(
    'A241',
    'has files of the workspace removed, one by one and as a whole',
    changing(
      'rm -r memory',
      'rm -f SOUL.md && test ! -e SOUL.md',
      'find . -type f -delete',
      'unlink MEMORY.md',
    ),
  ),
  changes(
    'A242',
    'has links and nodes made where files of the workspace are, or will be',
    changing(
      'ln -sf /etc/passwd SOUL.md',
      'ln -s MEMORY.md notes.md',
      'ln MEMORY.md second.md',
      'mkfifo BOOTSTRAP.md',
      'mkdir BOOTSTRAP.md',
    ),
  ),
  {
    id: 'A243',
    way: 'gives the shell a line of twelve megabytes, and a million brackets',
    ...HELD,
    by: 'the shell tool: a command has a limit, beyond which none is run',
    needs: 'shell',
    tries: {
      words: (a) => a.shell('cat a;'.repeat(2_000_000)),
      open: (a) => a.shell('('.repeat(1_000_000)),
      substitutions: (a) => a.shell(`${'$('.repeat(500_000)}cat MEMORY.md${')'.repeat(500_000)}`),
      arguments: (a) =>
        a.shell('true', { args: Array.from({ length: 50_000 }, () => 'x'.repeat(99)) }),
    },
  },
];
