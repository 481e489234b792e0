/** Every command and option of `yamo`, as data: what is parsed, what help shows, what docs/reference/commands.md lists. */
import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { KIND_NAMES } from '#lib/spec/session-policy.ts';

export interface Option {
  readonly type: 'boolean' | 'string';
  /** `{agents}` stands for the agents that yamo knows by name; `described` puts them in. */
  readonly describe: string;
  readonly choices?: readonly string[];
  /** May be given more than once. */
  readonly multiple?: true;
}

/** The row of a command: what help says of it, and what it takes. */
export interface CommandTable {
  readonly describe: string;
  /** The one thing that may stand without a dash. */
  readonly positional?: {
    readonly name: string;
    readonly describe: string;
    /** Several may stand. */
    readonly multiple?: true;
    /** The words that the first is one of, each with those that may stand behind it; for shells. */
    readonly actions?: Readonly<Record<string, readonly string[]>>;
  };
  readonly options: Readonly<Record<string, Option>>;
  readonly examples: readonly (readonly [string, string])[];
}

/** An option that is there or not. */
const flag = (describe: string) => ({ type: 'boolean', describe }) as const;

/** An option with a value. */
const value = (describe: string) => ({ type: 'string', describe }) as const;

/** One that may be given more than once. */
const values = (describe: string) => ({ type: 'string', multiple: true, describe }) as const;

/** One whose value is one of these words. */
const choice = <const Choices extends readonly string[]>(choices: Choices, describe: string) =>
  ({ type: 'string', choices, describe }) as const;

const JSON_OPTION = flag('Print JSON for machines, one object a line');
const LAYOUT_OPTION = choice(
  ['rfc-0009'],
  'Take it for a workspace of RFC-0009, although its names speak for another system',
);
const HOSTS = ['claude-code', 'codex', 'gemini', 'hermes', 'openclaw'] as const;
const DIRECTORY = {
  name: 'dir',
  describe: 'The workspace (default: $YAMO_WORKSPACE_DIR, else this directory)',
} as const;

/** All commands, each with its options; a row here and a file in `cli/commands` make one. */
export const COMMANDS = {
  init: {
    describe: 'Create a workspace, or add what one lacks',
    positional: DIRECTORY,
    options: {
      template: choice(['v3', 'lite'], 'RFC-0009 v3.0 (default) or Lite'),
      'with-bootstrap': flag(
        'Write a BOOTSTRAP.md to fill in, which the first boot carries out and deletes',
      ),
      name: value("The agent's name (default: the name of the directory)"),
      role: value("The agent's role (default: personal assistant)"),
      user: value('Whom it serves'),
      here: flag('Create it inside a project, where USER.md and memory/ may be committed'),
      'dry-run': flag('Show what would be done, and change nothing'),
      layout: choice(
        LAYOUT_NAMES,
        'Create a workspace of this system (default: rfc-0009); rfc-0009 also takes over a folder whose names speak for another system',
      ),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo init atlas --name Atlas --user Ada', 'A new workspace'],
      ['yamo init atlas --with-bootstrap', 'A new one, whose first boot sets it up'],
      ['yamo init nous/syn --layout aletheia', 'A workspace of another system'],
      ['yamo init ~/old-agent --dry-run', 'What an existing one lacks'],
    ],
  },
  boot: {
    describe: 'Boot a workspace and talk to its agent',
    positional: DIRECTORY,
    options: {
      session: choice(
        KIND_NAMES,
        'Who is there: you alone (main), or others too (shared); shared if it cannot be told',
      ),
      participant: values('A channel identity that takes part (may be repeated)'),
      channel: value(
        'Where it takes place, such as discord:ops: shared, unless the settings name it (directChannels)',
      ),
      agent: value('{agents}, scribe, or a command that speaks the Agent Client Protocol'),
      model: value(
        'The model that thinks, PROVIDER/MODEL; naming it is consent for its provider (default: the settings)',
      ),
      resume: value('Resume an earlier session: its id, or last'),
      message: value('Say this, print the answer, and end'),
      file: value(
        'Say what this file holds (-: standard input), after --message if both are given',
      ),
      quiet: flag('Print nothing but the answer, and refusals'),
      plan: flag('Show every step and change nothing'),
      strict: flag('Refuse instead of healing, completing or warning'),
      reconfigure: flag('Let SOUL.md and IDENTITY.md be written, each once'),
      rebirth: flag('Carry out a BOOTSTRAP.md in a workspace that has been born before'),
      'drop-unread': flag(
        'Without a model: give up the lines of a BOOTSTRAP.md that the scribe would not take up',
      ),
      persona: value(
        'Who speaks, or is brought about, in a workspace of Nexus (default: the first)',
      ),
      facts: value(
        'What no file of the workspace knows, for the prompt of another layout (schemas/prompt-facts.schema.json; default: layouts.NAME.facts of the settings)',
      ),
      layout: value(
        `Boot it as a workspace of this system, whatever its names say; kept for later boots: ${LAYOUT_NAMES.join(', ')}, or a file of your own (schemas/layout.schema.json)`,
      ),
      unsandboxed: flag(
        'Accept, once for this machine, that the agent of a main session runs without a sandbox (yamo doctor)',
      ),
      attended: flag(
        'A human attends although this is no terminal: the agent may change AGENTS.md, USER.md, TOOLS.md, HEARTBEAT.md and MEMORY.md',
      ),
      unattended: flag('No human attends although this is a terminal'),
      tz: value('Time zone of "today", such as Europe/Berlin (default: USER.md, else the machine)'),
      date: value(
        'The date, or date and time, that the session believes in (YYYY-MM-DD[THH:MM[:SS]])',
      ),
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
      trace: flag('Show every call on a file, and what the agent prints about itself'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo boot', 'Boot this directory and talk'],
      ['yamo boot ~/gsv/agents/main --layout gsv', 'Boot a workspace of GSV as what it is'],
      ['yamo boot ~/atlas --message "What did we do yesterday?"', 'One turn'],
      [
        'yamo boot ~/atlas --session shared --participant bob',
        'With others: MEMORY.md stays closed',
      ],
      ['yamo boot ~/atlas --agent "node my-agent.js"', 'With an agent of your own'],
      ['yamo boot ~/atlas --plan', 'What would happen'],
    ],
  },
  prompt: {
    describe: 'Show what the agent of a workspace would be told, of any layout; changes nothing',
    positional: DIRECTORY,
    options: {
      session: choice(['main', 'shared', 'subagent', 'cron'], 'Who it is for (default: main)'),
      layout: value(
        `${LAYOUT_NAMES.join(', ')}, or a file (schemas/layout.schema.json); default: what it is by its names`,
      ),
      facts: value(
        'A JSON file of what no workspace knows: tools, runtime, services (schemas/prompt-facts.schema.json)',
      ),
      persona: value('Whose prompt, in a workspace of Nexus (default: the first)'),
      budget: value('Tokens that the files may take'),
      'first-run': flag('The prompt of a first run'),
      heartbeat: flag('The prompt of a heartbeat'),
      date: value('The day that it is made for (YYYY-MM-DD)'),
      tz: value('Time zone of "today" (default: the machine)'),
      table: flag('Show each file: tokens, share, cache group, fate'),
      diff: flag('Show what changed since the last boot; with --layout, what that layout changes'),
      since: value('With --diff: what the prompt shows less and more than at a day (YYYY-MM-DD)'),
      html: flag('Print a page with a bar of the window, and what was cut'),
      wire: flag(
        'Print what goes out at the first request, with the words and marks of the kernel',
      ),
      agent: value('With --wire: another agent than the one for models'),
      model: value('With --wire: PROVIDER/MODEL'),
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo prompt ~/atlas --table', 'Every file, and what became of it'],
      ['yamo prompt ~/atlas --session shared', 'What others may see: no MEMORY.md'],
      ['yamo prompt s3://logs/agents/main', 'A workspace in a bucket, which is only read'],
      ['yamo prompt agents/main --layout gsv --facts facts.json', 'As GSV puts it together'],
      ['yamo prompt nous/syn --budget 2000 --html > prompt.html', 'What would be cut'],
      ['yamo prompt ~/claw --diff --layout rfc-0009', 'What yamo tells instead'],
    ],
  },
  audit: {
    describe: 'Grade workspaces against RFC-0009, and say what to fix',
    positional: {
      name: 'dir',
      describe:
        'Workspaces, or trees that hold some (default: $YAMO_WORKSPACE_DIR, else this directory); or: diff A B',
      multiple: true,
    },
    options: {
      require: choice(
        ['lite', 'v3.0'],
        'Fail below this tier (default: the claim in the settings, else lite)',
      ),
      format: values(
        'text, json, sarif, junit, github, markdown, html or badge; FORMAT=FILE writes to a file (may be repeated)',
      ),
      fix: flag('Make the fixes that change no meaning'),
      'fix-unsafe': flag('Make the others too, asking for each'),
      'dry-run': flag('Show what the fixes would change, and change nothing'),
      layout: choice(
        LAYOUT_NAMES,
        'Audit as a workspace of this system (default: rfc-0009); --fix works with rfc-0009 alone',
      ),
      since: value('Compare with a git revision; only what is new since then fails'),
      history: flag(
        'Look into the history of git too: old secrets, deleted logs, instructions added again',
      ),
      baseline: value('A file of known findings, which do not fail'),
      'update-baseline': flag('Take findings out of the baseline that are gone'),
      'accept-new': flag('With --update-baseline: take new findings into it'),
      rule: values('Show and fail for this rule only (may be repeated)'),
      'ignore-rule': values('Leave out the findings of this rule (may be repeated)'),
      exclude: values(
        'Leave out the findings of these files: drafts/, memory/archive/** (may be repeated)',
      ),
      config: value('A configuration to trust (default: the nearest .yamo-audit.json)'),
      'ignore-config': flag('Read no .yamo-audit.json'),
      quiet: flag('Show errors only'),
      'max-warnings': value('Fail where there are more warnings than this'),
      'list-rules': flag('Print every rule, and audit nothing'),
      here: flag('The paths that files name are of this machine: say which are not there'),
      pedantic: flag('Also look at conventions that few follow'),
      strict: flag('Rules that read prose, and may be mistaken, cost the tier too'),
      'allow-pending': flag('A workspace that waits for its first boot passes'),
      'allow-unverified': flag('Pass although a rule that counts could not be answered here'),
      watch: flag('Stay, and audit again whatever changes'),
      fresh: flag('Use nothing of what earlier audits found'),
      verbose: flag('Show the findings of every workspace of a tree'),
      date: value('The day that the audit believes in (YYYY-MM-DD)'),
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
      json: flag('Print the report as JSON (as --format json)'),
    },
    examples: [
      ['yamo audit', 'This directory'],
      ['yamo audit ~/agents --require v3.0', 'Every workspace below a folder'],
      ['yamo audit --fix --dry-run', 'What yamo would fix'],
      ['yamo audit --format text --format sarif=yamo.sarif', 'In CI'],
      ['yamo audit --rule 4.2/provider-key --quiet', 'Only keys'],
      ['yamo audit --since origin/main', 'What a branch made better or worse'],
      ['yamo audit diff v1 v2', 'The same between two revisions or folders'],
      ['yamo audit ~/zim --layout gsv', 'By what GSV asks for'],
    ],
  },
  explain: {
    describe:
      'Explain a rule, a refusal, a step, a requirement or a section, and say where it is found',
    positional: {
      name: 'code',
      describe:
        '2.2/first-run, BOOTSTRAP_SYMLINK, load_memory, Y112, §6.3, …; without one, all codes are listed',
    },
    options: { json: JSON_OPTION },
    examples: [
      ['yamo explain 2.2/first-run', 'A rule of the auditor'],
      ['yamo explain BOOTSTRAP_SURVIVES', 'A refusal'],
      ['yamo explain Y112', 'A requirement of RFC-0009.md'],
      ['yamo explain §6.3', 'A section: what enforces, tests, audits and documents it'],
    ],
  },
  doctor: {
    describe: 'Check what this machine can enforce, by trying it, and what a boot finds here',
    positional: {
      name: 'dir',
      describe: 'Workspaces, to look also at what yamo start would serve them with',
      multiple: true,
    },
    options: {
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo doctor', 'Can agents be held here, in main and in shared sessions?'],
      ['yamo doctor ~/atlas', 'And would yamo start serve this one: its config, databases, port?'],
    ],
  },
  accept: {
    describe:
      'Accept SOUL.md and AGENTS.md (of another layout who its agent is) as they are now, after a change outside yamo',
    positional: DIRECTORY,
    options: {
      layout: value('Take it for a workspace of this system from now on: as `yamo boot --layout`'),
      json: JSON_OPTION,
    },
    examples: [['yamo accept ~/atlas', 'The next boot takes the files as they are']],
  },
  persona: {
    describe: 'List the agents of a workspace of Nexus, or begin another one',
    positional: {
      name: 'what',
      describe: 'list DIR, or new DIR NAME',
      multiple: true,
      actions: { list: [], new: [] },
    },
    options: { json: JSON_OPTION },
    examples: [
      ['yamo persona list ~/nexus', 'Who there is'],
      ['yamo persona new ~/nexus atlas', 'Begin another one'],
      [
        'yamo boot ~/nexus --layout nexus --persona atlas',
        'Its onboarding, and every session then',
      ],
    ],
  },
  chat: {
    describe: 'Bring the agent to a chat, where yamo start then serves it',
    positional: {
      name: 'what',
      describe:
        'add PROVIDER, list, set, pair, unpair, remove or doctor; the workspace, if it is not this directory, stands behind it',
      multiple: true,
      actions: {
        add: ['telegram', 'slack', 'discord', 'webhook', 'program'],
        list: [],
        set: [],
        pair: [],
        unpair: [],
        remove: [],
        doctor: [],
      },
    },
    options: {
      'token-env': value('add: the variable that holds the token'),
      'token-file': value('add: the file that holds it, which nobody else can read'),
      'token-keychain': value('add: the entry of the keychain that holds it, SERVICE/ACCOUNT'),
      'app-token-env': value('add slack: the same of its app-level token'),
      'app-token-file': value('add slack: the same'),
      'app-token-keychain': value('add slack: the same'),
      api: value("add: another server than the provider's own; of a webhook, where answers go"),
      program: value('add program: a file that speaks the protocol of adapters (docs/chats.md)'),
      strangers: choice(
        ['shared', 'refused'],
        'set: whether strangers who write to it directly are answered, as in a group',
      ),
      'day-tokens': value('set: what each chat with others may take in a day (UTC); 0: no limit'),
      group: value('set: a group, as list shows it (--group=-1005)'),
      answers: choice(['all', 'mentions'], 'set --group: what is answered there'),
      name: value('What the chat is called here (default: its provider, or the only one)'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo chat add telegram ~/atlas --token-env TELEGRAM_TOKEN', 'A bot of @BotFather'],
      [
        'yamo chat add slack ~/atlas --token-env SLACK_BOT_TOKEN --app-token-env SLACK_APP_TOKEN',
        'An app of Slack, by Socket Mode',
      ],
      ['yamo chat pair ~/atlas', 'A code to send to it: then it knows you'],
      ['yamo chat set ~/atlas --group=-1005 --answers all', 'Answer also what mentions nobody'],
      ['yamo chat doctor ~/atlas', 'Why does it not answer?'],
      ['yamo chat unpair ~/atlas', 'Your account there is somebody else’s now'],
    ],
  },
  sessions: {
    describe: 'List the sessions that can be resumed, show or search what was said, or delete it',
    positional: DIRECTORY,
    options: {
      show: value('Show what was said in the session with this id'),
      find: value('List those in which these words were said'),
      delete: value('Remove what was said in the session with this id, for good'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo sessions ~/atlas', 'The last one first'],
      ['yamo boot ~/atlas --resume last', 'Resume it'],
    ],
  },
  status: {
    describe: 'Show workspaces at a glance, and change nothing',
    positional: {
      name: 'dir',
      describe: 'Workspaces (default: $YAMO_WORKSPACE_DIR, else this directory)',
      multiple: true,
    },
    options: {
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
      json: flag('Print one JSON object for all of them (schemas/status.schema.json)'),
    },
    examples: [
      ['yamo status ~/atlas', 'Who serves, what waits for you, the next heartbeat, the cost'],
      ['yamo status ~/agents/*', 'The same of several'],
    ],
  },
  start: {
    describe: 'Serve workspaces until you stop it: their sessions, and what asks for them',
    positional: {
      name: 'dir',
      describe: 'Workspaces (default: $YAMO_WORKSPACE_DIR, else this directory)',
      multiple: true,
    },
    options: {
      port: {
        type: 'string',
        describe: 'Where it listens, on this machine alone; 0 takes any that is free',
      },
      bind: value(
        'The IP address by which others reach it, too (0.0.0.0: all of this machine); needs a certificate, or --behind-proxy',
      ),
      'tls-cert': value('The certificate that it shows, a PEM file'),
      'tls-key': value('The key that belongs to it, a PEM file'),
      'behind-proxy': flag('A proxy of yours stands before it, and encrypts'),
      host: {
        type: 'string',
        describe: 'A name by which it is called, beside those of its certificate',
        multiple: true,
      },
      agent: { type: 'string', describe: 'As for yamo boot' },
      model: { type: 'string', describe: 'As for yamo boot' },
      layout: { type: 'string', choices: LAYOUT_NAMES, describe: 'As for yamo boot' },
      settings: {
        type: 'string',
        describe: 'Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)',
      },
      install: flag(
        'Have systemd start it whenever you log in, and now; a line for cron elsewhere',
      ),
      uninstall: flag('End what --install began, and take its unit back'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo start ~/atlas', 'Serve one; where a daemon of yours runs, hand it over'],
      ['yamo start ~/agents/*', 'Serve several in one process'],
      ['yamo start ~/atlas --install', 'Serve it from now on, also after the next login'],
    ],
  },
  open: {
    describe:
      'Open the page of the daemon that runs, with a login that works once and for a minute',
    positional: { name: 'dir', describe: 'The workspace that it shows (default: the first one)' },
    options: {
      print: flag('Print the address, and open nothing'),
      phone: flag('Print the address for another machine, and as a QR code'),
      name: value('What the browser is to be called in yamo devices'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo open ~/atlas', 'In the browser of this machine'],
      ['yamo open --print', 'The address, for a browser of yours'],
      ['yamo open --phone --name "my phone"', 'For a phone, where one reaches the page'],
    ],
  },
  devices: {
    describe: 'List the browsers that have logged in, rename or remove them',
    positional: { name: 'dir', describe: 'A workspace that the daemon has to serve' },
    options: {
      remove: value('Log this one out, by its name or id'),
      rename: value('Call this one otherwise; --to says how'),
      to: value('The new name'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo devices', 'All of them, and when they were seen last'],
      ['yamo devices --remove "my phone"', 'It has to log in again'],
    ],
  },
  stop: {
    describe: 'End the service of workspaces, or the daemon',
    positional: {
      name: 'dir',
      describe: 'Workspaces; the daemon ends with the last one (default: all)',
      multiple: true,
    },
    options: { json: JSON_OPTION },
    examples: [
      ['yamo stop ~/atlas', 'Serve it no longer'],
      ['yamo stop', 'End the daemon'],
    ],
  },
  backup: {
    describe: 'Put all that a workspace is into one file, also while it is served',
    positional: {
      name: 'what',
      describe: 'DIR FILE: the workspace, and the file, outside of it, that is not there yet',
      multiple: true,
    },
    options: { json: JSON_OPTION },
    examples: [
      ['yamo backup ~/atlas atlas.tar', 'Its files, its databases and what the kernel knows of it'],
    ],
  },
  restore: {
    describe: 'Make a workspace out of a backup',
    positional: {
      name: 'what',
      describe: 'FILE DIR: the backup, and a folder that is empty or not there yet',
      multiple: true,
    },
    options: { json: JSON_OPTION },
    examples: [['yamo restore atlas.tar ~/atlas', 'The workspace as it was']],
  },
  log: {
    describe: 'Show the chain of boot records, and verify it',
    positional: DIRECTORY,
    options: {
      entry: value('Show one entry with all its steps'),
      last: value('Show the last so many entries; all of them are verified'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo log ~/atlas', 'Every boot, one line each'],
      ['yamo log ~/atlas --entry 3', 'All that the third boot did'],
    ],
  },
  memory: {
    describe: 'See what an agent remembers, and maintain it',
    positional: {
      name: 'what',
      describe:
        'today, week, on DAY, about WORDS, show [DAY], grep WORDS, timeline, review [DAY], archive, retain, curate, undo [ID] or forget PLACE; the workspace, if it is not this directory, stands before DAY, WORDS, ID and PLACE',
      multiple: true,
      actions: {
        today: [],
        week: [],
        on: [],
        about: [],
        show: [],
        grep: [],
        timeline: [],
        review: [],
        archive: [],
        retain: [],
        curate: [],
        undo: [],
        forget: [],
      },
    },
    options: {
      days: value(
        'archive, review: logs older than so many days (default: 30); retain: how long logs are kept; timeline: days shown one by one (default: 30)',
      ),
      apply: flag('retain: remove the logs, and not only name them'),
      consent: flag(
        'archive, retain: also logs younger than seven days; curate, undo: also where most of MEMORY.md goes',
      ),
      'dry-run': flag('Show what would be done, and change nothing'),
      yes: flag('curate: apply it without being asked, but for what is marked; forget: the same'),
      marked: flag('curate: with --yes, also what is marked, which you have seen'),
      'give-up': flag('curate: leave out what is proposed, for good'),
      waiting: flag('curate: only what waits; no agent is asked for more'),
      commit: flag(
        'curate, undo: commit the changed files in the git repository that they are in, and nothing else',
      ),
      from: value('curate: a proposal in this file of JSON (-: standard input)'),
      agent: value('curate: who proposes, as for yamo boot'),
      model: value('curate: as for yamo boot'),
      raw: flag('today: the log as it stands'),
      html: flag('timeline: a page of HTML on standard output'),
      list: flag('undo: show the journal'),
      purge: flag(
        'undo: forget the texts that entry ID of the journal keeps; it stays done; forget: so that no undo brings it back',
      ),
      tz: value('Time zone of "today", such as Europe/Berlin (default: USER.md, else the machine)'),
      date: value('The day that the command believes in (YYYY-MM-DD)'),
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
      layout: LAYOUT_OPTION,
      json: JSON_OPTION,
    },
    examples: [
      ['yamo memory week ~/atlas', 'What was noted in the last seven days'],
      ['yamo memory about ~/atlas "tide tables"', 'What was noted of it, day by day'],
      ['yamo memory grep ~/atlas "tide tables"', 'Where something was written down'],
      ['yamo memory timeline ~/atlas', 'How much was written on which day'],
      ['yamo memory review ~/atlas', 'Old logs, and what of them MEMORY.md does not have'],
      ['yamo memory archive ~/atlas', 'Compress logs older than thirty days'],
      ['yamo memory forget ~/atlas MEMORY.md:12-14', 'Take lines out, for good'],
      ['yamo memory retain ~/atlas --days 90', 'Which logs would go; with --apply they do'],
      ['yamo memory curate ~/atlas', 'What of the past week should last, for you to decide'],
      ['yamo memory undo ~/atlas', 'Take back the last change'],
    ],
  },
  mesh: {
    describe: 'Index memory, and search it by words and by meaning',
    positional: {
      name: 'what',
      describe:
        'status, sync, search WORDS, forget ID or WORDS, export (format 1, to standard output), import FILE, lessons, or install; a workspace may stand between (default: $YAMO_WORKSPACE_DIR, else this directory)',
      multiple: true,
      actions: {
        status: [],
        sync: [],
        search: [],
        forget: [],
        export: [],
        import: [],
        lessons: [],
        install: [],
      },
    },
    options: {
      store: choice(
        ['sqlite', 'lancedb'],
        'sync: what keeps the index from now on (default: the best that is there)',
      ),
      limit: value('search: places at most (default: 20)'),
      by: choice(
        ['scores', 'ranks'],
        'search: how places are ranked; ranks is the fusion of RFC-0011 (default: settings)',
      ),
      from: value('search: notes from this day on (YYYY-MM-DD)'),
      to: value('search: notes up to this day'),
      'as-of': value('search: what held on this day'),
      date: value('search: the day that counts as today (YYYY-MM-DD)'),
      tz: value('search: the time zone of "today" (default: Timezone in USER.md)'),
      record: flag('search: note it in the record of blocks (RFC-0011)'),
      reflect: value('search: keep this conclusion from what is found as a memory'),
      blocks: flag('export: the record of blocks, in YAMO'),
      embed: choice(
        ['yes', 'no'],
        'sync: whether texts may go to the embedder of the settings on another machine',
      ),
      line: value('forget: of the place with this id the one line alone, counted from 1'),
      purge: flag('forget: for good, so that no undo brings it back'),
      yes: flag('forget, install: without being asked'),
      encoder: flag('install: the sentence encoder (32 MB) in place of LanceDB (211 MB)'),
      uninstall: flag('install: take it away again'),
      explain: flag('search: what the score of each place is the sum of'),
      learn: value('lessons: keep the lesson whose block is in this file'),
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo mesh search ~/atlas "when does the tidal model run"', 'Places, best first'],
      ['yamo mesh search ~/atlas "what did I do last week"', 'Notes of these days, in order'],
      ['yamo mesh search ~/atlas "where does Ada live" --as-of 2026-08-31', 'What held then'],
      ['yamo mesh forget ~/atlas mem_1795460796823_b92600', 'Take a place out of its file'],
      ['yamo mesh export ~/atlas > atlas.jsonl', 'For programs that read the format of RFC-0011'],
      ['yamo mesh status ~/atlas', 'What keeps the index, and why'],
      ['yamo mesh sync ~/atlas --store sqlite', 'Move it to the store that comes with Node'],
      ['yamo mesh lessons ~/atlas --learn lesson.yamo', 'Keep a lesson'],
      [
        'yamo mesh search ~/atlas tides --reflect "Spring tides flood the second quay"',
        'Keep what you conclude',
      ],
      ['yamo mesh install', 'Fetch LanceDB; asks first, and says how much it is'],
    ],
  },
  heartbeat: {
    describe: 'Wake the agent to work through HEARTBEAT.md; nothing runs unless you start it',
    positional: DIRECTORY,
    options: {
      every: value(
        'Stay, and wake it this long after the last one ended (30m, 2h); with --install, how often the timer does',
      ),
      'if-due': flag('Only if that time has passed; what a timer runs'),
      status: flag('Show the last, the next, and when each check ran'),
      why: flag('Show why a heartbeat would run now, or would not'),
      install: flag('Have the system do it: a timer of systemd for you, or a line for cron'),
      uninstall: flag('Take that timer back'),
      agent: value('As for yamo boot'),
      model: value('As for yamo boot (default: heartbeat.model of the settings)'),
      tz: value('As for yamo boot'),
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo heartbeat ~/atlas', 'One now, if there is anything to do'],
      ['yamo heartbeat ~/atlas --every 30m', 'Stay, and do it every half hour'],
      ['yamo heartbeat ~/atlas --install --every 1h', 'Have systemd do it'],
      ['yamo heartbeat ~/atlas --why', 'Why does it not come?'],
    ],
  },
  convert: {
    describe: 'Copy a workspace into the layout of another system, in a new folder',
    positional: DIRECTORY,
    options: {
      to: choice(LAYOUT_NAMES, 'What it is to become'),
      out: value('The new folder, outside of every workspace'),
      layout: choice(LAYOUT_NAMES, 'What it is (default: what its names say)'),
      persona: value('Whose files are meant, in a workspace of Nexus (default: the first)'),
      'dry-run': flag('Show what would go where, and write nothing'),
      json: JSON_OPTION,
    },
    examples: [
      [
        'yamo convert agents/main --to rfc-0009 --out ~/main',
        'From GSV; the first one stays as it is',
      ],
      ['yamo convert ~/atlas --to nexus --out ~/tree --dry-run', 'What would go where'],
    ],
  },
  credentials: {
    describe: 'List available API keys (never their values), and choose which of them yamo uses',
    positional: {
      name: 'what',
      describe:
        'scan, list, remove PROVIDER, or import WHAT: a variable, claude-code, codex, qwen, or a place (env:NAME, keychain:SERVICE/ACCOUNT, file:PATH#/json/pointer)',
      multiple: true,
      actions: { scan: [], list: [], remove: [], import: [] },
    },
    options: {
      as: value('The provider that the key is for, where its place does not tell'),
      keychain: flag('Copy it into the keychain of this system (default: remember its place)'),
      file: flag('Copy it into a file that only you can open'),
      stdin: flag('Read the key from standard input, and keep it in a file, or with --keychain'),
      yes: flag('Import without being asked'),
      'allow-subscription-tokens': flag(
        'Take the login of a subscription, although its terms may not allow it',
      ),
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo credentials scan', 'What is in the environment, and what other programs have'],
      ['yamo credentials import GATEWAY_KEY --as gateway', 'Use this variable for a provider'],
      ['pass openai | yamo credentials import --stdin --as openai', 'Keep a key, mode 0600'],
      ['yamo credentials remove openai', 'Forget it'],
    ],
  },
  config: {
    describe: 'Show, change and check your settings',
    positional: {
      name: 'what',
      describe: 'get [KEY], set KEY VALUE, edit, check; a key is named as hook.programs',
      multiple: true,
      actions: { get: [], set: [], edit: [], check: [] },
    },
    options: {
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
    },
    examples: [
      ['yamo config get shell.main', 'What holds, also by default'],
      [`yamo config set hook.programs '["git"]'`, 'A value is JSON, or a text; comments stay'],
      ['yamo config check', 'What is wrong, with the line'],
    ],
  },
  acp: {
    describe: 'Serve a workspace to an editor, over the Agent Client Protocol',
    positional: {
      name: 'dir',
      describe:
        'The workspace (default: $YAMO_WORKSPACE_DIR, else the folder that the editor works in)',
    },
    options: {
      session: choice(
        KIND_NAMES,
        'Who is at the editor: you alone (main), or others too (default: what the settings say of this editor, else shared)',
      ),
      agent: value('As for yamo boot'),
      model: value('As for yamo boot'),
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
      trace: flag('Write every call on a file, and what the agent prints, to standard error'),
    },
    examples: [
      ['yamo acp ~/atlas', 'At a terminal: what the settings of Zed and of JetBrains need'],
      ['yamo acp ~/atlas --session main', 'For an editor that nobody else uses'],
    ],
  },
  mcp: {
    describe: 'Serve a workspace to a program that speaks the Model Context Protocol',
    positional: DIRECTORY,
    options: {
      session: choice(
        KIND_NAMES,
        'Who uses the program: you alone (main), or others too (shared, unless the settings say main for its name)',
      ),
      client: value('The name of the program, whatever it calls itself'),
      'allow-export': value('Let the program of this name have texts of your workspaces, and end'),
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
    },
    examples: [
      ['yamo mcp ~/atlas', 'At a terminal: what a client needs in its settings'],
      ['yamo mcp --allow-export claude-ai', 'Texts may go to this client'],
    ],
  },
  hook: {
    describe:
      'Answer the hooks of Claude Code, Codex, Gemini CLI, Hermes and OpenClaw by the rules of a workspace',
    positional: {
      name: 'what',
      describe: 'install HOST, uninstall HOST, status; nothing: answer the event on standard input',
      multiple: true,
      actions: { install: HOSTS, uninstall: HOSTS, status: [] },
    },
    options: {
      host: choice(HOSTS, 'Whose event it is (default: told by the event)'),
      serve: flag('Answer one event a line, until standard input ends'),
      project: flag(
        'install, uninstall: in the file of this folder that is committed; who has no yamo is let pass (default: in one of your own)',
      ),
      user: flag('install, uninstall: wherever you use the host'),
      main: flag('install: only you work in this folder, so its sessions are main'),
      'dry-run': flag('install, uninstall: show the change, and make none'),
      settings: value('Settings file (default: $XDG_CONFIG_HOME/yamo/settings.json)'),
      json: JSON_OPTION,
    },
    examples: [
      ['yamo hook install claude-code --main', 'In this folder, in which only you work'],
      ['yamo hook uninstall claude-code', 'Take back exactly what was added'],
      ['yamo hook < event.json', 'The answer to one event, in the shape of its host'],
      ['yamo hook --serve --host openclaw', 'For a plugin that stays'],
    ],
  },
  lsp: {
    describe: 'Show the findings of yamo audit in an editor, over the Language Server Protocol',
    options: {
      stdio: flag('Speak on standard input and output; it does in any case'),
      pedantic: flag('Also look at conventions that few follow'),
      strict: flag('Rules that read prose count as errors'),
    },
    examples: [
      ['yamo lsp', 'At a terminal: what the settings of an editor need'],
      ['yamo lsp --stdio', 'As an editor starts it'],
    ],
  },
  conform: {
    describe: 'Test any kernel against RFC-0009, from outside',
    positional: {
      name: 'kernel',
      describe: 'The file that says how it is started (docs/conform.md)',
    },
    options: {
      only: values('Only this case (B-12), or this chapter (B); may be repeated'),
      session: choice(KIND_NAMES, 'Only cases of this kind of session'),
      explain: value('Show what a case sets up, does and observes, and end'),
      list: flag('List the cases, and end'),
      keep: value(
        'A folder for the workspaces of cases that did not pass, and traces of their boots',
      ),
      jobs: value('Cases at a time (default: one for each core, 4 at most)'),
      format: values(
        'text, json, junit, sarif, html, markdown or badge; FORMAT=FILE writes to a file (may be repeated)',
      ),
      json: flag('Print the report as JSON (as --format json)'),
    },
    examples: [
      ['yamo conform kernel.json', 'All cases, on the kernel of this document'],
      ['yamo conform kernel.json --only B-12 --keep left', 'One, to see what is left'],
      ['yamo conform --explain B-12', 'What it is about'],
      ['yamo conform kernel.json --format junit=conform.xml', 'In CI'],
    ],
  },
  completion: {
    describe: 'Print a script with which a shell completes yamo',
    positional: {
      name: 'shell',
      describe: 'bash, zsh or fish',
      actions: { bash: [], zsh: [], fish: [] },
    },
    options: {},
    examples: [['source <(yamo completion bash)', 'For this shell']],
  },
} as const satisfies Record<string, CommandTable>;

/** The name of a command, as it is typed. */
export type CommandName = keyof typeof COMMANDS;

type OptionsOf<Command extends CommandName> = (typeof COMMANDS)[Command]['options'];

/** The options of a command that have this shape in its row; of several commands, those that all of them have. */
type NameOf<Command extends CommandName, Shape> = {
  [Name in keyof OptionsOf<Command>]: OptionsOf<Command>[Name] extends Shape ? Name : never;
}[keyof OptionsOf<Command>];

type Repeated = { readonly multiple: true };

/** What stands without a dash, in order. */
export interface Positionals {
  /** The first one. */
  readonly positional: string | undefined;
  readonly positionals: readonly string[];
}

/** Options that are there or not. */
export interface Flags<Name> {
  readonly flag: (name: Name) => boolean;
}

/** Options with a value; `undefined` where one was not given. */
export interface ValueOptions<Name> {
  readonly text: (name: Name) => string | undefined;
}

/** What was given to a command. Only the options of its row can be asked for, each by its type. */
export interface Given<Command extends CommandName>
  extends
    Positionals,
    Flags<NameOf<Command, { readonly type: 'boolean' }>>,
    ValueOptions<Exclude<NameOf<Command, { readonly type: 'string' }>, NameOf<Command, Repeated>>> {
  /** The values of an option that may be given more than once. */
  readonly texts: (name: NameOf<Command, Repeated>) => readonly string[];
}
