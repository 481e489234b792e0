/** What a prompt may say that no file of the workspace knows (`schemas/prompt-facts.schema.json`); nothing is invented. */
import type { FactName, FactSection } from '#lib/layout/document.ts';
import type { Audience } from '#lib/spec/audience.ts';
import { kindOfAudience } from '#lib/spec/session-policy.ts';
import { isJsonObject } from '#lib/text/json.ts';
import { characterEnd } from './spans.ts';

interface ToolFact {
  readonly name: string;
  readonly description?: string;
  /** The name of the machine that has it; the system itself where none is said. */
  readonly node?: string;
}

/** A machine that the system reaches; what is not known of it is left out. */
export interface NodeFact {
  readonly name: string;
  readonly online: boolean;
  readonly platform?: string;
  readonly tools?: readonly string[];
  /** What skills may require of it. */
  readonly role?: string;
  readonly capabilities?: readonly string[];
  readonly bins?: readonly string[];
  readonly env?: readonly string[];
}

/** Facts from outside; each may be left out, and what it would say is left out then. */
export interface PromptFacts {
  readonly systemPrompt?: string;
  readonly tools?: readonly ToolFact[];
  readonly runtime?: {
    readonly agent?: string;
    readonly sessionKey?: string;
    readonly model?: string;
    readonly timezone?: string;
    readonly channel?: string;
    readonly nodes?: readonly NodeFact[];
    readonly lines?: readonly string[];
  };
  /** Where the text lies that comes with the system, and serves where the workspace has none of its own (OSA's base). */
  readonly base?: string;
  /** The same for the folder of its rules. */
  readonly rules?: string;
  /** Definitions of skills, as they are shown (Aletheia). */
  readonly skillsSection?: string;
  /** Where skills lie that all agents share: their definitions are part of that section (Aletheia). */
  readonly skillsFolder?: string;
  /** Skills that every agent of the system has; one of the workspace's own of the same name stands before it (GSV). */
  readonly skills?: readonly { readonly name: string; readonly description?: string }[];
  readonly degradedServices?: readonly string[];
  readonly heartbeatPrompt?: string;
  readonly signal?: { readonly mode: string; readonly genre: string; readonly weight: number };
  readonly environment?: string;
  readonly planMode?: string;
  readonly tasks?: string;
  readonly workflow?: string;
  readonly communication?: string;
  readonly cortex?: string;
  readonly osTemplates?: string;
  readonly machines?: string;
  /** Whose files fill in `{agent}`, and `{automation}`. */
  readonly agent?: string;
  readonly automation?: string;
  /** What the human said: by its words OSA picks sections of MEMORY.md. */
  readonly query?: string;
  /** Other files of the workspace, shown last. */
  readonly extraFiles?: readonly string[];
  /** Tokens: of the window, of the tools, of the answer, of the conversation so far. */
  readonly contextTokens?: number;
  readonly toolTokens?: number;
  readonly outputTokens?: number;
  readonly conversationTokens?: number;
}

/** What a session knows by itself, before what is said of it from outside: there only machines have further tools. */
export const withSession = (
  facts: PromptFacts,
  known: Pick<PromptFacts, 'tools' | 'runtime' | 'query' | 'conversationTokens'>,
): PromptFacts => ({
  ...facts,
  ...known,
  tools: [...(known.tools ?? []), ...(facts.tools ?? []).filter(({ node }) => node !== undefined)],
  runtime: { ...facts.runtime, ...known.runtime },
});

/** Each fact as a text under its name, to be looked through and to be remembered. */
export const factTexts = (
  facts: PromptFacts,
): readonly { readonly file: string; readonly text: string }[] =>
  Object.entries(facts).map(([fact, value]: [string, unknown]) => ({
    file: factKey(fact),
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }));

/** With all their texts as `screen` leaves them. */
export const screenedFacts = (
  facts: PromptFacts,
  screen: (name: string, text: string) => string,
): PromptFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([fact, value]: [string, unknown]) => [
      fact,
      screenedValue(value, (text) => screen(factKey(fact), text)),
    ]),
  );

const screenedValue = (value: unknown, screen: (text: string) => string): unknown => {
  if (typeof value === 'string') return screen(value);
  if (Array.isArray(value)) return value.map((one: unknown) => screenedValue(one, screen));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, screenedValue(one, screen)]),
  );
};

/** How a fact is called among files; no file of a layout has such a name. */
export const factKey = (fact: string): string => `fact:${fact}`;

/** Facts that say what the agent shall do. */
const RULES: ReadonlySet<string> = new Set<FactName>([
  'systemPrompt',
  'heartbeatPrompt',
  'planMode',
  'skillsSection',
]);

/** Is it one that an agent follows, by the name that it has among files? */
export const isRuleFact = (name: string): boolean => RULES.has(name.slice(factKey('').length));

/** Longer descriptions are cut, as GSV does. */
const DESCRIPTION_MAX_CHARS = 180;

/** What a fact says, without its heading; `undefined` where it is not given, or says nothing. */
export const factText = (
  { fact, form, default: otherwise }: FactSection,
  facts: PromptFacts,
  audience: Audience,
): string | undefined => {
  // A bulletin of memory is memory, by another name (§4.1).
  const isOpen = fact !== 'cortex' || kindOfAudience(audience).permissions.seesMemory;
  const text = isOpen ? textOfFact(fact, facts, form, audience)?.trim() : undefined;
  return text === undefined || text === '' ? otherwise : text;
};

const textOfFact = (
  fact: FactName,
  facts: PromptFacts,
  form: FactSection['form'],
  audience: Audience,
): string | undefined => {
  switch (fact) {
    case 'tools':
      return facts.tools && (form === 'counts' ? toolCounts(facts.tools) : toolList(facts.tools));
    case 'runtime':
      return facts.runtime && runtimeLines(facts.runtime, audience);
    case 'degradedServices':
      return facts.degradedServices && degraded(facts.degradedServices);
    case 'heartbeatPrompt':
      return facts.heartbeatPrompt && `Configured heartbeat prompt: ${facts.heartbeatPrompt}`;
    case 'signal':
      return facts.signal && signalLines(facts.signal);
    case 'systemPrompt':
    case 'skillsSection':
    case 'environment':
    case 'planMode':
    case 'tasks':
    case 'workflow':
    case 'communication':
    case 'cortex':
    case 'osTemplates':
    case 'machines':
      return facts[fact];
  }
};

const toolCounts = (tools: readonly ToolFact[]): string => {
  if (tools.length === 0) return 'No tools are attached to this run.';
  const ofNodes = tools.filter(({ node }) => node !== undefined).length;
  return `Native tools: ${tools.length - ofNodes}. Node tools: ${ofNodes}.\n${tools.map(toolLine).join('\n')}`;
};

const toolLine = ({ name, description = '' }: ToolFact): string => {
  const words = description.replaceAll(/\s+/gu, ' ').trim();
  const shown =
    words.length > DESCRIPTION_MAX_CHARS
      ? `${words.slice(0, characterEnd(words, DESCRIPTION_MAX_CHARS - 3))}...`
      : words;
  return shown === '' ? `- ${name}` : `- ${name}: ${shown}`;
};

const toolList = (tools: readonly ToolFact[]): string =>
  tools
    .map(({ name, description }) => `- **${name}**${description ? `: ${description}` : ''}`)
    .join('\n');

const runtimeLines = (
  {
    agent,
    sessionKey,
    model,
    timezone,
    channel,
    nodes,
    lines = [],
  }: NonNullable<PromptFacts['runtime']>,
  audience: Audience,
): string =>
  [
    ...(agent ? [`Agent: ${agent}`] : []),
    `Session: ${kindOfAudience(audience).permissions.isPrivate ? 'main' : 'non-main'}`,
    ...(sessionKey ? [`Session key: ${sessionKey}`] : []),
    ...(model ? [`Model: ${model}`] : []),
    ...(timezone ? [`Timezone: ${timezone}`] : []),
    ...(channel ? [`Channel: ${channel}`] : []),
    ...(nodes ? nodeLines(nodes) : []),
    ...lines,
  ].join('\n');

const nodeLines = (nodes: readonly NodeFact[]): readonly string[] => {
  const online = nodes.filter((node) => node.online).length;
  const counts = `Known nodes: ${nodes.length} (online: ${online}, offline: ${nodes.length - online})`;
  return nodes.length === 0 ? [counts] : [counts, 'Node inventory:', ...nodes.map(nodeLine)];
};

const nodeLine = ({ name, online, platform, tools }: NodeFact): string => {
  const about = [online ? 'online' : 'offline', ...(platform ? [`platform=${platform}`] : [])];
  const has = tools && ` tools=[${tools.length === 0 ? 'none' : tools.join(', ')}]`;
  return `- ${name} (${about.join(', ')})${has ?? ''}`;
};

const GUIDANCE: Readonly<Record<string, string>> = {
  'mem0-sidecar': 'long-term recall is unavailable; rely on MEMORY.md.',
  neo4j: 'the knowledge graph is unavailable; say so when a question needs it.',
  qdrant: 'semantic search is unavailable; search files by their words.',
  'signal-cli': 'messages cannot be sent by Signal; answer where you are asked.',
};

const degraded = (services: readonly string[]): string =>
  services.length === 0
    ? ''
    : [
        '**The following services are currently DOWN:**',
        '',
        ...services.map((name) => {
          const known = Object.hasOwn(GUIDANCE, name) ? GUIDANCE[name] : undefined;
          return `- ${name}: ${known ?? `${name} is unavailable.`}`;
        }),
      ].join('\n');

const signalLines = ({ mode, genre, weight }: NonNullable<PromptFacts['signal']>): string =>
  `## Active Signal: ${mode} × ${genre} (weight: ${weight.toFixed(2)})`;
