/**
 * What goes out at the first request of a session: the system prompt of the model agent, or the documents that
 * another agent is given, and then the words of the first turn.
 */
import { systemText } from '#lib/model/request.ts';
import { turnWords } from '#lib/model/tool-rules.ts';
import { toolsFor } from '#lib/model/tools-for.ts';
import { assemble, type Context, type SessionContext } from '#lib/prompt/assemble.ts';
import { fenceBriefing } from '#lib/prompt/fence.ts';
import { layoutContext, layoutFence, layoutNames } from '#lib/prompt/layout-context.ts';
import { planPrompt } from '#lib/prompt/plan.ts';
import { systemParts } from '#lib/prompt/system.ts';
import type { SeenFile } from '#lib/prompt/items.ts';
import { sessionStartTexts } from '#lib/prompt/session-start.ts';
import { shellAllowed } from '#lib/spec/shell.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';
import { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import { previewSession } from './preview-session.ts';
import { sessionFacts } from './facts.ts';
import type { Prompt, PromptHost } from './prompt.ts';

/** Whom it goes to. */
export interface WireAgent {
  /** The model agent that comes with yamo; others have the kernel's tools by a server of their own. */
  readonly isOurs: boolean;
  /** `PROVIDER/MODEL`, where one is known. */
  readonly model: string | undefined;
}

/** The parts in order; glued together they are what the model reads before the human's words. Throws LAYOUT_WEAKENS. */
export const wireOf = (
  prompt: Prompt,
  { settings }: PromptHost,
  agent: WireAgent,
): readonly string[] => {
  const { document, context } = prompt;
  const { audience, heartbeat, variables } = context;
  const foreign =
    document.layout === 'rfc-0009'
      ? undefined
      : ThirdPartyLayout.vet(document, { ...variables, creates: prompt.createsFiles });
  const session: SessionContext = {
    ...previewSession({
      audience,
      heartbeat,
      firstBoot: false,
      today: variables.today,
      zone: prompt.zone,
      names: foreign ?? OWN_NAMES,
      settings,
    }),
    hasTools: !agent.isOurs,
    ...(foreign && layoutNames(foreign, foreign.document, variables)),
  };
  const told =
    foreign === undefined
      ? assemble(
          [...prompt.files].map(([file, { text }]) => ({ file, text })),
          session,
        )
      : ofLayout(prompt, settings, { foreign, session, agent });
  const { briefing, segments } = told;
  const parts = [{ text: briefing, group: 'static' as const }, ...segments];
  return agent.isOurs
    ? [
        systemText(systemParts(parts, session.nonce)),
        fenceBriefing(
          turnWords(NOW, isAllowed(session, 'append') ? session.log : undefined),
          session.nonce,
        ),
      ]
    : parts.map(({ text }) => text);
};

/** In the place of the time, which each turn has its own of. */
const NOW = '(weekday, day and time)';

/** In the place of what a session is called. */
const ID = '(its id)';

const isAllowed = ({ may, log }: SessionContext, operation: 'read' | 'append'): boolean =>
  may(operation, log).allowed;

interface Given {
  readonly foreign: ThirdPartyLayout;
  readonly session: SessionContext;
  readonly agent: WireAgent;
}

const ofLayout = (
  { context, facts, files, plan, workspace }: Prompt,
  { shell }: PromptHost['settings'],
  { foreign, session, agent }: Given,
): Context => {
  const { document } = foreign;
  const { kind, may } = session;
  const tools = toolsFor({
    kind,
    phase: 'session',
    human: agent.isOurs,
    search: isAllowed(session, 'read') || may('read', 'MEMORY.md').allowed,
    commands: agent.isOurs && shellAllowed(shell, kind, undefined).allowed,
    log: isAllowed(session, 'append'),
  });
  const listed = tools.map(({ name, description }) => ({ name, description }));
  const begun = kind.permissions.preparesFiles
    ? [...sessionStartTexts(document, listed)].map(([file, text]): readonly [string, SeenFile] => [
        file,
        { text, sha256: '' },
      ])
    : [];
  const planned = planPrompt({
    document,
    context,
    budget: plan.budget?.tokens,
    facts: sessionFacts(facts, {
      path: workspace,
      id: ID,
      zone: session.zone,
      tools: listed,
      model: agent.model,
      channel: undefined,
    }),
    files: new Map([...files, ...begun]),
    fence: layoutFence(session),
  });
  return layoutContext(planned, document, session);
};
