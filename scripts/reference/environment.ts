/** The variables of the environment that yamo reads for itself. Keys of providers and of agents have pages of their own. */
export const ENVIRONMENT = {
  YAMO_WORKSPACE_DIR: 'The workspace, where a command names none',
  XDG_CONFIG_HOME: 'Where `yamo/settings.json` lies (default: `~/.config`)',
  XDG_STATE_HOME:
    'Where the state of the kernel lies: records, fingerprints, conversations (default: `~/.local/state`). Not inside a workspace',
  YAMO_MEMORY_DB_DIR:
    'Where the indexes of memory lie (RFC-0013), instead of the state of the kernel. An absolute path, not inside a workspace',
  XDG_CACHE_HOME: 'Where compiled code is kept (default: `~/.cache`)',
  XDG_DATA_HOME:
    'Where `yamo mesh install` puts LanceDB and the sentence encoder, in `yamo/mesh` and `yamo/encoder` (default: `~/.local/share`)',
  XDG_RUNTIME_DIR:
    'Where the socket of your systemd is looked for, by `yamo heartbeat --install` (default: `/run/user/UID`)',
  HOME: 'Your home, which no agent sees',
  USER: 'Your name in the keychain of macOS',
  PATH: 'Where agents, git and bubblewrap are looked for',
  TZ: 'The zone of "today", where neither `--tz` nor USER.md names one',
  VISUAL: 'The editor of `yamo config edit`',
  EDITOR: 'The same, where `VISUAL` is not set',
  NO_COLOR: 'No colours',
  TERM: '`dumb`: a session prints plain lines',
  CI: 'Set to anything: an audit does not ask which service synchronises the folder',
  NODE_COMPILE_CACHE: 'Where Node keeps compiled code, instead of `XDG_CACHE_HOME`',
  NODE_EXTRA_CA_CERTS: 'A file of certificates (PEM) that the model agent trusts too',
  HTTPS_PROXY: 'A proxy for the hosts of models and agents: `http://HOST:PORT`',
  NO_PROXY: 'Hosts and domains that are reached without it',
  AWS_REGION: 'The region of a bucket (`s3://…`), where the settings name none',
  AWS_DEFAULT_REGION: 'The same, where `AWS_REGION` is not set',
  AWS_ENDPOINT_URL_S3: 'Where buckets are, where the settings name no endpoint (default: Amazon)',
  AWS_ENDPOINT_URL: 'The same, where `AWS_ENDPOINT_URL_S3` is not set',
  ANTHROPIC_BASE_URL: 'Another address for the provider `anthropic`',
  OPENAI_BASE_URL: 'Another address for the provider `openai`',
  ANTHROPIC_CONFIG_DIR: "Where the profiles of Anthropic's SDKs lie",
  ANTHROPIC_PROFILE: 'Which of these profiles counts',
  ANTHROPIC_WORKSPACE_ID: 'The workspace at Anthropic that requests of such a profile are for',
  CLAUDE_CONFIG_DIR: 'Where Claude Code keeps its login (default: `~/.claude`)',
  CODEX_HOME: 'Where Codex keeps its `auth.json` (default: `~/.codex`)',
} as const satisfies Readonly<Record<string, string>>;
