/** The shell of a session: on where the owner's settings say so and something holds what a command does and leaves running (RFC-0009 §3.2, §4.4). */
import { Refusal } from '#lib/spec/refusals.ts';
import { Terminals, type TerminalsParts } from '#kernel/host/terminals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import type { Journal } from '#kernel/run/journal.ts';
import { shellAllowed } from '#lib/spec/shell.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';

type Telling = Pick<Host, 'emit' | 'diagnostics'>;

type Redaction = Pick<TerminalsParts, 'screen' | 'redacted'>;

/** The terminals of a session; without a shell they answer with the reason. */
export const sessionTerminals = (run: Boot, sandbox: Sandbox, redaction: Redaction): Terminals => {
  const { host, journal, recorder } = run;
  const shell = shellOf(run, sandbox);
  if (!(shell instanceof Refusal) && host.uid === 0)
    recorder.notice(
      '§4.4',
      'Commands of the shell are not held to a number of processes, because you are root; their time, their output and the size of their files are limited.',
    );
  const redactor = new CredentialRedactor(secretsOf(host), credentialFinder([], host.signal));
  return new Terminals({ shell, journal, redactor, ...tell(host), ...redaction });
};

/** Will the session have a shell? */
export const mayRun = (run: Boot, sandbox: Sandbox): boolean =>
  !(shellOf(run, sandbox) instanceof Refusal);

/** A first boot has no shell: it creates three files, and the gate is enough for that (§6.2). */
export const firstBootTerminals = (
  { host, journal }: { readonly host: Telling; readonly journal: Journal },
  redactor: CredentialRedactor,
): Terminals => {
  const advice = 'Carry out the bootstrap instructions with the files that you may create.';
  const shell = new Refusal('SHELL_OFF', { reason: 'a first boot has none', advice });
  return new Terminals({
    shell,
    journal,
    redactor,
    ...tell(host),
    screen: (text) => text,
    redacted: () => undefined,
  });
};

const shellOf = (
  { host, decision, request, opened }: Boot,
  sandbox: Sandbox,
): TerminalsParts['shell'] => {
  if (host.workers !== undefined) return new Refusal('MANAGER_DELEGATES', {});
  const { shell: limits } = host.settings;
  const { kind } = decision;
  const allowed = shellAllowed(limits, kind, request.channel);
  if (!allowed.allowed) {
    const { reason, advice } = allowed;
    return new Refusal('SHELL_OFF', { reason, advice });
  }
  if (!sandbox.endsCommands) {
    const reason = sandbox.isEnforced
      ? `${sandbox.by} cannot end what a command leaves running`
      : 'nothing holds what a command does';
    return new Refusal('SHELL_UNENFORCED', { reason });
  }
  const { scratch } = sandbox;
  return {
    enclose: (program, args, more) => sandbox.enclose(program, args, more),
    places: kind.permissions.view === 'workspace' ? [opened.workspace.path, scratch] : [scratch],
    limits,
  };
};

/** What the owner lets the agent have of the environment is often a key; no command needs to print it. */
const secretsOf = ({ environment, settings }: Host): readonly string[] =>
  settings.agentEnvironment.flatMap((name) => environment[name] ?? []);

const tell = ({ emit, diagnostics }: Telling): Telling => ({ emit, diagnostics });
