/* oxlint-disable */
// Written by scripts/validators.ts.
'use strict';
export const fitsSettings = validate10;
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://raw.githubusercontent.com/soverane/yamo/main/schemas/settings.schema.json',
  title: 'yamo settings',
  description: '$XDG_CONFIG_HOME/yamo/settings.json. Every field may be left out.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    primaryHuman: {
      description:
        'Channel identities of the one human whom the agent serves. A session with exactly these is main; with anyone else it is shared.',
      type: 'array',
      items: { type: 'string', pattern: '^[^*]+$' },
      default: [],
    },
    directChannels: {
      description:
        'Channels in which nobody but the primary human is. A session with --channel and without --participant is main in these, and shared in any other.',
      type: 'array',
      items: { type: 'string', pattern: '^[^*]+$' },
      default: [],
    },
    unattendedWrites: {
      description:
        'Files that an agent may change in a main session that no human attends, such as one that a script starts.',
      type: 'array',
      items: { enum: ['AGENTS.md', 'USER.md', 'TOOLS.md', 'HEARTBEAT.md', 'MEMORY.md'] },
      default: [],
    },
    workFolders: {
      description:
        'Folders of the workspace, such as projects or notes/drafts, in which an agent of a main session may write text files of its own. Names and no patterns.',
      type: 'array',
      items: {
        type: 'string',
        pattern:
          '^(?!memory/archive(/|$))[^./\\\\* ]([^/\\\\*]*[^/\\\\*. ])?(/[^./\\\\* ]([^/\\\\*]*[^/\\\\*. ])?)*$',
      },
      default: [],
    },
    dailyLogsInShared: {
      description:
        'Shared sessions may see the daily logs of today and yesterday, marked as not to be shared.',
      type: 'boolean',
      default: false,
    },
    claim: {
      description:
        'The tier that the workspaces are said to reach; yamo audit fails where they do not (RFC-0009 §2.0).',
      enum: ['lite', 'v3.0'],
    },
    sandbox: {
      description:
        'What sandboxes agents: the best of what this machine has (auto), one of them, or none, as on a machine that has none. yamo doctor says what works here.',
      enum: ['auto', 'bubblewrap', 'landlock', 'seatbelt', 'none'],
      default: 'auto',
    },
    network: {
      description:
        "What third-party agents and commands reach of the network: nothing, the network of the machine, or these hosts by the kernel's proxy (name, or name:port; 443 if there is none).",
      anyOf: [
        { enum: ['none', 'all'] },
        {
          type: 'array',
          items: {
            type: 'string',
            pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$',
          },
          minItems: 1,
        },
      ],
      default: 'none',
    },
    agentPaths: {
      description:
        "Files and folders that third-party agents see beside the system and their own code; ~ is your home. Nothing that holds the workspace, lies in it, or holds the kernel's state.",
      type: 'object',
      additionalProperties: false,
      properties: { read: { $ref: '#/definitions/paths' }, write: { $ref: '#/definitions/paths' } },
      default: {},
    },
    agentEnvironment: {
      description:
        'Names of variables of your environment that third-party agents get, such as ANTHROPIC_API_KEY.',
      type: 'array',
      items: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
      default: [],
    },
    shell: {
      description:
        'Where agents may run commands, each in the view of its session, and what one command may take.',
      type: 'object',
      additionalProperties: false,
      properties: {
        main: { description: 'In main sessions.', type: 'boolean', default: false },
        channels: {
          description: 'In shared sessions of these channels (--channel).',
          type: 'array',
          items: { type: 'string', pattern: '^[^*]+$' },
          default: [],
        },
        seconds: {
          description: 'The longest that a command may run.',
          type: 'integer',
          minimum: 1,
          maximum: 86400,
          default: 120,
        },
        outputBytes: {
          description: 'How much of its output is kept; the end of it.',
          type: 'integer',
          minimum: 1,
          maximum: 16777216,
          default: 262144,
        },
        processes: {
          description: 'How many processes it may have.',
          type: 'integer',
          minimum: 1,
          maximum: 4096,
          default: 64,
        },
      },
      default: {},
    },
    agent: {
      description:
        'The agent where none is named on the command line: the name of a preset, scribe, or a command that speaks the Agent Client Protocol.',
      type: 'string',
      pattern: '.',
    },
    model: {
      description: 'The model where none is named on the command line: PROVIDER/MODEL.',
      type: 'string',
      pattern: '^[^/]+/.',
    },
    providers: {
      description:
        'Providers of models beside those that are built in (anthropic, openai, openrouter, ollama, lmstudio, llamacpp), or other facts about those.',
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          wire: {
            description: 'What it speaks: the Messages API, or Chat Completions.',
            enum: ['anthropic', 'openai'],
          },
          baseUrl: { type: 'string', pattern: '^https?://.' },
          key: {
            description:
              'Where its key is, never the key itself: env:NAME, keychain:SERVICE/ACCOUNT, file:PATH or file:PATH#/json/pointer, or none.',
            type: 'string',
            pattern: '^(none|env:[A-Za-z_][A-Za-z0-9_]*|keychain:[^/]+/.+|file:.+)$',
          },
          headers: {
            description:
              'Sent with every request; no credential. Names and values as HTTP has them: no line breaks, nothing beyond Latin-1.',
            type: 'object',
            propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
            additionalProperties: {
              type: 'string',
              pattern: '^[\\t\\u0020-\\u007e\\u0080-\\u00ff]*$',
            },
          },
          contextTokens: { type: 'integer', minimum: 1024 },
          outputTokens: { type: 'integer', minimum: 1 },
          idleSeconds: {
            description: 'The longest pause of an answer before it is taken for dead.',
            type: 'integer',
            minimum: 1,
            maximum: 3600,
          },
          tries: {
            description: 'How often a request is tried in all.',
            type: 'integer',
            minimum: 1,
            maximum: 20,
          },
        },
      },
      default: {},
    },
    prices: {
      description:
        'US dollars for a million tokens, by PROVIDER/MODEL or MODEL, before the built-in table.',
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['input', 'output'],
        properties: {
          input: { type: 'number', minimum: 0 },
          output: { type: 'number', minimum: 0 },
          cacheRead: { type: 'number', minimum: 0 },
          cacheWritten: { type: 'number', minimum: 0 },
        },
      },
      default: {},
    },
    budgets: {
      description:
        'What may be spent before the agent stops: in a session, and in a day on this machine.',
      type: 'object',
      additionalProperties: false,
      properties: {
        sessionUsd: { type: 'number', exclusiveMinimum: 0 },
        dayUsd: { type: 'number', exclusiveMinimum: 0 },
        sessionTokens: { type: 'integer', minimum: 1 },
        dayTokens: { type: 'integer', minimum: 1 },
      },
      default: {},
    },
    clients: {
      description: 'Programs that connect by yamo acp and yamo mcp, by the name that they give.',
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          session: {
            description: 'main: this program is used by the primary human alone.',
            enum: ['main', 'shared'],
          },
          export: {
            description:
              'Texts of the workspace may leave the machine by this program (RFC-0009 §4.4).',
            type: 'boolean',
          },
        },
      },
      default: {},
    },
    hook: {
      description: 'Agents of other programs that ask yamo hook.',
      type: 'object',
      additionalProperties: false,
      properties: {
        mainProjects: {
          description:
            'Folders in which nobody but the primary human works with an agent: a session there is main, any other is shared; ~ is your home.',
          type: 'array',
          items: { type: 'string', pattern: '^(/|~/|~$)[^*]*$' },
          default: [],
        },
        programs: {
          description:
            'Programs, such as git or npm, that an agent of a shared session may run, although a hook cannot tell what they do. They can read MEMORY.md, and yamo cannot see it. A main session runs all programs.',
          type: 'array',
          items: { type: 'string', pattern: '^[^ /*]+$' },
          default: [],
        },
        tools: {
          description:
            'Tools, such as mcp__github__*, that an agent of a shared session may call, although a hook does not know them; a star at the end stands for any ending. They can read MEMORY.md, and yamo cannot see it. A main session calls all tools.',
          type: 'array',
          items: { type: 'string', pattern: '^[^ *]+\\*?$' },
          default: [],
        },
      },
      default: {},
    },
    curation: {
      description: 'How proposals for MEMORY.md are dealt with that an agent makes by itself.',
      type: 'object',
      additionalProperties: false,
      properties: {
        apply: {
          description:
            'ask: you decide (yamo memory curate). ask-in-session: the agent may propose in every main session, and you are asked there. within-limits: small ones are applied unasked, but for entries whose session read outside text; about the others you are asked in the session.',
          enum: ['ask', 'ask-in-session', 'within-limits'],
          default: 'ask',
        },
        maxAdded: {
          description: 'Entries that are added unasked in a day, at most.',
          type: 'integer',
          minimum: 0,
          maximum: 100,
          default: 12,
        },
        maxRemoved: {
          description: 'Lines that are taken out unasked in a day, at most.',
          type: 'integer',
          minimum: 0,
          maximum: 100,
          default: 4,
        },
        commit: {
          description:
            'What is applied is committed in the git repository of the workspace, too: MEMORY.md alone, without hooks.',
          type: 'boolean',
          default: false,
        },
      },
      default: {},
    },
    transcriptDays: {
      description: 'How long what was said in a session is kept, to go on with it; 0: not at all.',
      type: 'integer',
      minimum: 0,
      maximum: 3650,
      default: 30,
    },
    mesh: {
      description:
        'The index of memory (yamo mesh). It is derived from the files, and off unless you turn it on.',
      type: 'object',
      additionalProperties: false,
      properties: {
        search: {
          description:
            'Searches in sessions ask the index: /search, the tool search_memory, yamo mcp.',
          type: 'boolean',
          default: false,
        },
        recall: {
          description:
            'Each turn gets a few places that the index finds for what you said, with where they stand.',
          type: 'boolean',
          default: false,
        },
        rank: {
          description:
            'How places are ranked: by all signals (scores), or by reciprocal rank fusion of words and vectors (ranks).',
          enum: ['scores', 'ranks'],
          default: 'scores',
        },
        embedder: {
          description:
            'What makes vectors, so that places are found by what they mean: local (yamo mesh install --encoder), or PROVIDER/MODEL, such as ollama/nomic-embed-text. Texts go to another machine only with your consent for the workspace (yamo mesh sync). Without it words alone count.',
          type: 'string',
          pattern: '^(local|[^/]+/.+)$',
        },
      },
      default: {},
    },
    writeDownAtEnd: {
      description:
        'The end of a session gives its agent one turn, of a minute at most, to write down what must last, if something was said since it last did.',
      type: 'boolean',
      default: false,
    },
    heartbeat: {
      description: 'How yamo heartbeat wakes the agent, where you have turned that on.',
      type: 'object',
      additionalProperties: false,
      properties: {
        every: {
          description: 'So long after the end of the last one: 30m, 2h, 1h30m.',
          type: 'string',
          pattern: '^([0-9]{1,4} ?[smhd] ?){1,3}$',
          default: '30m',
        },
        activeHours: {
          description: 'When it may come, where you live: 08:00-22:00; over midnight, too.',
          type: 'string',
          pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
        },
        model: {
          description:
            'The model that thinks then, PROVIDER/MODEL, where it is another one than in other sessions.',
          type: 'string',
          pattern: '^[^/]+/.',
        },
        dayTokens: {
          description: 'What all heartbeats of a workspace may take in a day (UTC).',
          type: 'integer',
          minimum: 1,
        },
        dayUsd: {
          description: 'What all heartbeats of a workspace may cost in a day (UTC).',
          type: 'number',
          exclusiveMinimum: 0,
        },
        tell: {
          description:
            'The command that gets on its standard input what a heartbeat says to you; started without a shell.',
          type: 'object',
          additionalProperties: false,
          required: ['command'],
          properties: {
            command: {
              description: 'The program and its arguments, each a string.',
              type: 'array',
              minItems: 1,
              items: { type: 'string' },
            },
            env: {
              description: 'All of its environment: nothing of yours is handed on.',
              type: 'object',
              additionalProperties: { type: 'string' },
              default: {},
            },
          },
        },
      },
      default: {},
    },
    store: {
      description:
        'How a bucket (s3://BUCKET/PREFIX) is reached by commands that only read it; what is not said here is as AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN have it.',
      type: 'object',
      additionalProperties: false,
      properties: {
        endpoint: {
          description:
            'Of a service other than AWS, such as https://ACCOUNT.r2.cloudflarestorage.com; http:// only on this machine.',
          type: 'string',
          pattern: '^https?://.',
        },
        region: {
          description: 'Such as eu-central-1, or auto.',
          type: 'string',
          pattern: '^[a-z0-9-]+$',
        },
        accessKeyId: {
          description:
            "Where the key's id is: env:NAME, keychain:SERVICE/ACCOUNT or file:PATH#/json/pointer.",
          type: 'string',
          pattern: '^(env|keychain|file):.',
        },
        secretAccessKey: {
          description: 'Where the key is; never the key.',
          type: 'string',
          pattern: '^(env|keychain|file):.',
        },
        sessionToken: {
          description: 'Where the token of a temporary key is.',
          type: 'string',
          pattern: '^(env|keychain|file):.',
        },
      },
      default: {},
    },
  },
  definitions: { paths: { type: 'array', items: { type: 'string', pattern: '^(/|~/|~$)[^*]*$' } } },
};
const schema12 = { type: 'array', items: { type: 'string', pattern: '^(/|~/|~$)[^*]*$' } };
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp('^[^*]+$', 'u');
const pattern2 = new RegExp(
  '^(?!memory/archive(/|$))[^./\\\\* ]([^/\\\\*]*[^/\\\\*. ])?(/[^./\\\\* ]([^/\\\\*]*[^/\\\\*. ])?)*$',
  'u',
);
const pattern3 = new RegExp('^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$', 'u');
const pattern4 = new RegExp('^(/|~/|~$)[^*]*$', 'u');
const pattern6 = new RegExp('^[A-Za-z_][A-Za-z0-9_]*$', 'u');
const pattern8 = new RegExp('.', 'u');
const pattern9 = new RegExp('^[^/]+/.', 'u');
const pattern10 = new RegExp('^https?://.', 'u');
const pattern11 = new RegExp('^(none|env:[A-Za-z_][A-Za-z0-9_]*|keychain:[^/]+/.+|file:.+)$', 'u');
const pattern12 = new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", 'u');
const pattern13 = new RegExp('^[\\t\\u0020-\\u007e\\u0080-\\u00ff]*$', 'u');
const pattern15 = new RegExp('^[^ /*]+$', 'u');
const pattern16 = new RegExp('^[^ *]+\\*?$', 'u');
const pattern17 = new RegExp('^(local|[^/]+/.+)$', 'u');
const pattern18 = new RegExp('^([0-9]{1,4} ?[smhd] ?){1,3}$', 'u');
const pattern19 = new RegExp(
  '^([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
  'u',
);
const pattern22 = new RegExp('^[a-z0-9-]+$', 'u');
const pattern23 = new RegExp('^(env|keychain|file):.', 'u');
function validate10(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data } = {},
) {
  /*# sourceURL="https://raw.githubusercontent.com/soverane/yamo/main/schemas/settings.schema.json" */ let vErrors =
    null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!func2.call(schema11.properties, key0)) {
        const err0 = {
          instancePath,
          schemaPath: '#/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
          message: 'must NOT have additional properties',
        };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.$schema !== undefined) {
      if (typeof data.$schema !== 'string') {
        const err1 = {
          instancePath: instancePath + '/$schema',
          schemaPath: '#/properties/%24schema/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.primaryHuman !== undefined) {
      let data1 = data.primaryHuman;
      if (Array.isArray(data1)) {
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data2 = data1[i0];
          if (typeof data2 === 'string') {
            if (!pattern0.test(data2)) {
              const err2 = {
                instancePath: instancePath + '/primaryHuman/' + i0,
                schemaPath: '#/properties/primaryHuman/items/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^*]+$' },
                message: 'must match pattern "' + '^[^*]+$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err2];
              } else {
                vErrors.push(err2);
              }
              errors++;
            }
          } else {
            const err3 = {
              instancePath: instancePath + '/primaryHuman/' + i0,
              schemaPath: '#/properties/primaryHuman/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
        }
      } else {
        const err4 = {
          instancePath: instancePath + '/primaryHuman',
          schemaPath: '#/properties/primaryHuman/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.directChannels !== undefined) {
      let data3 = data.directChannels;
      if (Array.isArray(data3)) {
        const len1 = data3.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data4 = data3[i1];
          if (typeof data4 === 'string') {
            if (!pattern0.test(data4)) {
              const err5 = {
                instancePath: instancePath + '/directChannels/' + i1,
                schemaPath: '#/properties/directChannels/items/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^*]+$' },
                message: 'must match pattern "' + '^[^*]+$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          } else {
            const err6 = {
              instancePath: instancePath + '/directChannels/' + i1,
              schemaPath: '#/properties/directChannels/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
      } else {
        const err7 = {
          instancePath: instancePath + '/directChannels',
          schemaPath: '#/properties/directChannels/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.unattendedWrites !== undefined) {
      let data5 = data.unattendedWrites;
      if (Array.isArray(data5)) {
        const len2 = data5.length;
        for (let i2 = 0; i2 < len2; i2++) {
          let data6 = data5[i2];
          if (
            !(
              data6 === 'AGENTS.md' ||
              data6 === 'USER.md' ||
              data6 === 'TOOLS.md' ||
              data6 === 'HEARTBEAT.md' ||
              data6 === 'MEMORY.md'
            )
          ) {
            const err8 = {
              instancePath: instancePath + '/unattendedWrites/' + i2,
              schemaPath: '#/properties/unattendedWrites/items/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.unattendedWrites.items.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
      } else {
        const err9 = {
          instancePath: instancePath + '/unattendedWrites',
          schemaPath: '#/properties/unattendedWrites/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.workFolders !== undefined) {
      let data7 = data.workFolders;
      if (Array.isArray(data7)) {
        const len3 = data7.length;
        for (let i3 = 0; i3 < len3; i3++) {
          let data8 = data7[i3];
          if (typeof data8 === 'string') {
            if (!pattern2.test(data8)) {
              const err10 = {
                instancePath: instancePath + '/workFolders/' + i3,
                schemaPath: '#/properties/workFolders/items/pattern',
                keyword: 'pattern',
                params: {
                  pattern:
                    '^(?!memory/archive(/|$))[^./\\\\* ]([^/\\\\*]*[^/\\\\*. ])?(/[^./\\\\* ]([^/\\\\*]*[^/\\\\*. ])?)*$',
                },
                message:
                  'must match pattern "' +
                  '^(?!memory/archive(/|$))[^./\\\\* ]([^/\\\\*]*[^/\\\\*. ])?(/[^./\\\\* ]([^/\\\\*]*[^/\\\\*. ])?)*$' +
                  '"',
              };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = {
              instancePath: instancePath + '/workFolders/' + i3,
              schemaPath: '#/properties/workFolders/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = {
          instancePath: instancePath + '/workFolders',
          schemaPath: '#/properties/workFolders/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.dailyLogsInShared !== undefined) {
      if (typeof data.dailyLogsInShared !== 'boolean') {
        const err13 = {
          instancePath: instancePath + '/dailyLogsInShared',
          schemaPath: '#/properties/dailyLogsInShared/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.claim !== undefined) {
      let data10 = data.claim;
      if (!(data10 === 'lite' || data10 === 'v3.0')) {
        const err14 = {
          instancePath: instancePath + '/claim',
          schemaPath: '#/properties/claim/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.claim.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.sandbox !== undefined) {
      let data11 = data.sandbox;
      if (
        !(
          data11 === 'auto' ||
          data11 === 'bubblewrap' ||
          data11 === 'landlock' ||
          data11 === 'seatbelt' ||
          data11 === 'none'
        )
      ) {
        const err15 = {
          instancePath: instancePath + '/sandbox',
          schemaPath: '#/properties/sandbox/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.sandbox.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.network !== undefined) {
      let data12 = data.network;
      const _errs24 = errors;
      let valid9 = false;
      const _errs25 = errors;
      if (!(data12 === 'none' || data12 === 'all')) {
        const err16 = {
          instancePath: instancePath + '/network',
          schemaPath: '#/properties/network/anyOf/0/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.network.anyOf[0].enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
      var _valid0 = _errs25 === errors;
      valid9 = valid9 || _valid0;
      if (!valid9) {
        const _errs26 = errors;
        if (Array.isArray(data12)) {
          if (data12.length < 1) {
            const err17 = {
              instancePath: instancePath + '/network',
              schemaPath: '#/properties/network/anyOf/1/minItems',
              keyword: 'minItems',
              params: { limit: 1 },
              message: 'must NOT have fewer than 1 items',
            };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
          const len4 = data12.length;
          for (let i4 = 0; i4 < len4; i4++) {
            let data13 = data12[i4];
            if (typeof data13 === 'string') {
              if (!pattern3.test(data13)) {
                const err18 = {
                  instancePath: instancePath + '/network/' + i4,
                  schemaPath: '#/properties/network/anyOf/1/items/pattern',
                  keyword: 'pattern',
                  params: { pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$' },
                  message:
                    'must match pattern "' +
                    '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$' +
                    '"',
                };
                if (vErrors === null) {
                  vErrors = [err18];
                } else {
                  vErrors.push(err18);
                }
                errors++;
              }
            } else {
              const err19 = {
                instancePath: instancePath + '/network/' + i4,
                schemaPath: '#/properties/network/anyOf/1/items/type',
                keyword: 'type',
                params: { type: 'string' },
                message: 'must be string',
              };
              if (vErrors === null) {
                vErrors = [err19];
              } else {
                vErrors.push(err19);
              }
              errors++;
            }
          }
        } else {
          const err20 = {
            instancePath: instancePath + '/network',
            schemaPath: '#/properties/network/anyOf/1/type',
            keyword: 'type',
            params: { type: 'array' },
            message: 'must be array',
          };
          if (vErrors === null) {
            vErrors = [err20];
          } else {
            vErrors.push(err20);
          }
          errors++;
        }
        var _valid0 = _errs26 === errors;
        valid9 = valid9 || _valid0;
      }
      if (!valid9) {
        const err21 = {
          instancePath: instancePath + '/network',
          schemaPath: '#/properties/network/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      } else {
        errors = _errs24;
        if (vErrors !== null) {
          if (_errs24) {
            vErrors.length = _errs24;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.agentPaths !== undefined) {
      let data14 = data.agentPaths;
      if (data14 && typeof data14 == 'object' && !Array.isArray(data14)) {
        for (const key1 in data14) {
          if (!(key1 === 'read' || key1 === 'write')) {
            const err22 = {
              instancePath: instancePath + '/agentPaths',
              schemaPath: '#/properties/agentPaths/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key1 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
        }
        if (data14.read !== undefined) {
          let data15 = data14.read;
          if (Array.isArray(data15)) {
            const len5 = data15.length;
            for (let i5 = 0; i5 < len5; i5++) {
              let data16 = data15[i5];
              if (typeof data16 === 'string') {
                if (!pattern4.test(data16)) {
                  const err23 = {
                    instancePath: instancePath + '/agentPaths/read/' + i5,
                    schemaPath: '#/definitions/paths/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^(/|~/|~$)[^*]*$' },
                    message: 'must match pattern "' + '^(/|~/|~$)[^*]*$' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err23];
                  } else {
                    vErrors.push(err23);
                  }
                  errors++;
                }
              } else {
                const err24 = {
                  instancePath: instancePath + '/agentPaths/read/' + i5,
                  schemaPath: '#/definitions/paths/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err24];
                } else {
                  vErrors.push(err24);
                }
                errors++;
              }
            }
          } else {
            const err25 = {
              instancePath: instancePath + '/agentPaths/read',
              schemaPath: '#/definitions/paths/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err25];
            } else {
              vErrors.push(err25);
            }
            errors++;
          }
        }
        if (data14.write !== undefined) {
          let data17 = data14.write;
          if (Array.isArray(data17)) {
            const len6 = data17.length;
            for (let i6 = 0; i6 < len6; i6++) {
              let data18 = data17[i6];
              if (typeof data18 === 'string') {
                if (!pattern4.test(data18)) {
                  const err26 = {
                    instancePath: instancePath + '/agentPaths/write/' + i6,
                    schemaPath: '#/definitions/paths/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^(/|~/|~$)[^*]*$' },
                    message: 'must match pattern "' + '^(/|~/|~$)[^*]*$' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err26];
                  } else {
                    vErrors.push(err26);
                  }
                  errors++;
                }
              } else {
                const err27 = {
                  instancePath: instancePath + '/agentPaths/write/' + i6,
                  schemaPath: '#/definitions/paths/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err27];
                } else {
                  vErrors.push(err27);
                }
                errors++;
              }
            }
          } else {
            const err28 = {
              instancePath: instancePath + '/agentPaths/write',
              schemaPath: '#/definitions/paths/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err28];
            } else {
              vErrors.push(err28);
            }
            errors++;
          }
        }
      } else {
        const err29 = {
          instancePath: instancePath + '/agentPaths',
          schemaPath: '#/properties/agentPaths/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err29];
        } else {
          vErrors.push(err29);
        }
        errors++;
      }
    }
    if (data.agentEnvironment !== undefined) {
      let data19 = data.agentEnvironment;
      if (Array.isArray(data19)) {
        const len7 = data19.length;
        for (let i7 = 0; i7 < len7; i7++) {
          let data20 = data19[i7];
          if (typeof data20 === 'string') {
            if (!pattern6.test(data20)) {
              const err30 = {
                instancePath: instancePath + '/agentEnvironment/' + i7,
                schemaPath: '#/properties/agentEnvironment/items/pattern',
                keyword: 'pattern',
                params: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
                message: 'must match pattern "' + '^[A-Za-z_][A-Za-z0-9_]*$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err30];
              } else {
                vErrors.push(err30);
              }
              errors++;
            }
          } else {
            const err31 = {
              instancePath: instancePath + '/agentEnvironment/' + i7,
              schemaPath: '#/properties/agentEnvironment/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err31];
            } else {
              vErrors.push(err31);
            }
            errors++;
          }
        }
      } else {
        const err32 = {
          instancePath: instancePath + '/agentEnvironment',
          schemaPath: '#/properties/agentEnvironment/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err32];
        } else {
          vErrors.push(err32);
        }
        errors++;
      }
    }
    if (data.shell !== undefined) {
      let data21 = data.shell;
      if (data21 && typeof data21 == 'object' && !Array.isArray(data21)) {
        for (const key2 in data21) {
          if (
            !(
              key2 === 'main' ||
              key2 === 'channels' ||
              key2 === 'seconds' ||
              key2 === 'outputBytes' ||
              key2 === 'processes'
            )
          ) {
            const err33 = {
              instancePath: instancePath + '/shell',
              schemaPath: '#/properties/shell/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key2 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err33];
            } else {
              vErrors.push(err33);
            }
            errors++;
          }
        }
        if (data21.main !== undefined) {
          if (typeof data21.main !== 'boolean') {
            const err34 = {
              instancePath: instancePath + '/shell/main',
              schemaPath: '#/properties/shell/properties/main/type',
              keyword: 'type',
              params: { type: 'boolean' },
              message: 'must be boolean',
            };
            if (vErrors === null) {
              vErrors = [err34];
            } else {
              vErrors.push(err34);
            }
            errors++;
          }
        }
        if (data21.channels !== undefined) {
          let data23 = data21.channels;
          if (Array.isArray(data23)) {
            const len8 = data23.length;
            for (let i8 = 0; i8 < len8; i8++) {
              let data24 = data23[i8];
              if (typeof data24 === 'string') {
                if (!pattern0.test(data24)) {
                  const err35 = {
                    instancePath: instancePath + '/shell/channels/' + i8,
                    schemaPath: '#/properties/shell/properties/channels/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^[^*]+$' },
                    message: 'must match pattern "' + '^[^*]+$' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err35];
                  } else {
                    vErrors.push(err35);
                  }
                  errors++;
                }
              } else {
                const err36 = {
                  instancePath: instancePath + '/shell/channels/' + i8,
                  schemaPath: '#/properties/shell/properties/channels/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err36];
                } else {
                  vErrors.push(err36);
                }
                errors++;
              }
            }
          } else {
            const err37 = {
              instancePath: instancePath + '/shell/channels',
              schemaPath: '#/properties/shell/properties/channels/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err37];
            } else {
              vErrors.push(err37);
            }
            errors++;
          }
        }
        if (data21.seconds !== undefined) {
          let data25 = data21.seconds;
          if (!(typeof data25 == 'number' && !(data25 % 1) && !isNaN(data25) && isFinite(data25))) {
            const err38 = {
              instancePath: instancePath + '/shell/seconds',
              schemaPath: '#/properties/shell/properties/seconds/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err38];
            } else {
              vErrors.push(err38);
            }
            errors++;
          }
          if (typeof data25 == 'number' && isFinite(data25)) {
            if (data25 > 86400 || isNaN(data25)) {
              const err39 = {
                instancePath: instancePath + '/shell/seconds',
                schemaPath: '#/properties/shell/properties/seconds/maximum',
                keyword: 'maximum',
                params: { comparison: '<=', limit: 86400 },
                message: 'must be <= 86400',
              };
              if (vErrors === null) {
                vErrors = [err39];
              } else {
                vErrors.push(err39);
              }
              errors++;
            }
            if (data25 < 1 || isNaN(data25)) {
              const err40 = {
                instancePath: instancePath + '/shell/seconds',
                schemaPath: '#/properties/shell/properties/seconds/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
                message: 'must be >= 1',
              };
              if (vErrors === null) {
                vErrors = [err40];
              } else {
                vErrors.push(err40);
              }
              errors++;
            }
          }
        }
        if (data21.outputBytes !== undefined) {
          let data26 = data21.outputBytes;
          if (!(typeof data26 == 'number' && !(data26 % 1) && !isNaN(data26) && isFinite(data26))) {
            const err41 = {
              instancePath: instancePath + '/shell/outputBytes',
              schemaPath: '#/properties/shell/properties/outputBytes/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err41];
            } else {
              vErrors.push(err41);
            }
            errors++;
          }
          if (typeof data26 == 'number' && isFinite(data26)) {
            if (data26 > 16777216 || isNaN(data26)) {
              const err42 = {
                instancePath: instancePath + '/shell/outputBytes',
                schemaPath: '#/properties/shell/properties/outputBytes/maximum',
                keyword: 'maximum',
                params: { comparison: '<=', limit: 16777216 },
                message: 'must be <= 16777216',
              };
              if (vErrors === null) {
                vErrors = [err42];
              } else {
                vErrors.push(err42);
              }
              errors++;
            }
            if (data26 < 1 || isNaN(data26)) {
              const err43 = {
                instancePath: instancePath + '/shell/outputBytes',
                schemaPath: '#/properties/shell/properties/outputBytes/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
                message: 'must be >= 1',
              };
              if (vErrors === null) {
                vErrors = [err43];
              } else {
                vErrors.push(err43);
              }
              errors++;
            }
          }
        }
        if (data21.processes !== undefined) {
          let data27 = data21.processes;
          if (!(typeof data27 == 'number' && !(data27 % 1) && !isNaN(data27) && isFinite(data27))) {
            const err44 = {
              instancePath: instancePath + '/shell/processes',
              schemaPath: '#/properties/shell/properties/processes/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err44];
            } else {
              vErrors.push(err44);
            }
            errors++;
          }
          if (typeof data27 == 'number' && isFinite(data27)) {
            if (data27 > 4096 || isNaN(data27)) {
              const err45 = {
                instancePath: instancePath + '/shell/processes',
                schemaPath: '#/properties/shell/properties/processes/maximum',
                keyword: 'maximum',
                params: { comparison: '<=', limit: 4096 },
                message: 'must be <= 4096',
              };
              if (vErrors === null) {
                vErrors = [err45];
              } else {
                vErrors.push(err45);
              }
              errors++;
            }
            if (data27 < 1 || isNaN(data27)) {
              const err46 = {
                instancePath: instancePath + '/shell/processes',
                schemaPath: '#/properties/shell/properties/processes/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
                message: 'must be >= 1',
              };
              if (vErrors === null) {
                vErrors = [err46];
              } else {
                vErrors.push(err46);
              }
              errors++;
            }
          }
        }
      } else {
        const err47 = {
          instancePath: instancePath + '/shell',
          schemaPath: '#/properties/shell/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err47];
        } else {
          vErrors.push(err47);
        }
        errors++;
      }
    }
    if (data.agent !== undefined) {
      let data28 = data.agent;
      if (typeof data28 === 'string') {
        if (!pattern8.test(data28)) {
          const err48 = {
            instancePath: instancePath + '/agent',
            schemaPath: '#/properties/agent/pattern',
            keyword: 'pattern',
            params: { pattern: '.' },
            message: 'must match pattern "' + '.' + '"',
          };
          if (vErrors === null) {
            vErrors = [err48];
          } else {
            vErrors.push(err48);
          }
          errors++;
        }
      } else {
        const err49 = {
          instancePath: instancePath + '/agent',
          schemaPath: '#/properties/agent/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err49];
        } else {
          vErrors.push(err49);
        }
        errors++;
      }
    }
    if (data.model !== undefined) {
      let data29 = data.model;
      if (typeof data29 === 'string') {
        if (!pattern9.test(data29)) {
          const err50 = {
            instancePath: instancePath + '/model',
            schemaPath: '#/properties/model/pattern',
            keyword: 'pattern',
            params: { pattern: '^[^/]+/.' },
            message: 'must match pattern "' + '^[^/]+/.' + '"',
          };
          if (vErrors === null) {
            vErrors = [err50];
          } else {
            vErrors.push(err50);
          }
          errors++;
        }
      } else {
        const err51 = {
          instancePath: instancePath + '/model',
          schemaPath: '#/properties/model/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err51];
        } else {
          vErrors.push(err51);
        }
        errors++;
      }
    }
    if (data.providers !== undefined) {
      let data30 = data.providers;
      if (data30 && typeof data30 == 'object' && !Array.isArray(data30)) {
        for (const key3 in data30) {
          let data31 = data30[key3];
          if (data31 && typeof data31 == 'object' && !Array.isArray(data31)) {
            for (const key4 in data31) {
              if (
                !(
                  key4 === 'wire' ||
                  key4 === 'baseUrl' ||
                  key4 === 'key' ||
                  key4 === 'headers' ||
                  key4 === 'contextTokens' ||
                  key4 === 'outputTokens' ||
                  key4 === 'idleSeconds' ||
                  key4 === 'tries'
                )
              ) {
                const err52 = {
                  instancePath:
                    instancePath + '/providers/' + key3.replace(/~/g, '~0').replace(/\//g, '~1'),
                  schemaPath: '#/properties/providers/additionalProperties/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key4 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err52];
                } else {
                  vErrors.push(err52);
                }
                errors++;
              }
            }
            if (data31.wire !== undefined) {
              let data32 = data31.wire;
              if (!(data32 === 'anthropic' || data32 === 'openai')) {
                const err53 = {
                  instancePath:
                    instancePath +
                    '/providers/' +
                    key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/wire',
                  schemaPath: '#/properties/providers/additionalProperties/properties/wire/enum',
                  keyword: 'enum',
                  params: {
                    allowedValues:
                      schema11.properties.providers.additionalProperties.properties.wire.enum,
                  },
                  message: 'must be equal to one of the allowed values',
                };
                if (vErrors === null) {
                  vErrors = [err53];
                } else {
                  vErrors.push(err53);
                }
                errors++;
              }
            }
            if (data31.baseUrl !== undefined) {
              let data33 = data31.baseUrl;
              if (typeof data33 === 'string') {
                if (!pattern10.test(data33)) {
                  const err54 = {
                    instancePath:
                      instancePath +
                      '/providers/' +
                      key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/baseUrl',
                    schemaPath:
                      '#/properties/providers/additionalProperties/properties/baseUrl/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^https?://.' },
                    message: 'must match pattern "' + '^https?://.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err54];
                  } else {
                    vErrors.push(err54);
                  }
                  errors++;
                }
              } else {
                const err55 = {
                  instancePath:
                    instancePath +
                    '/providers/' +
                    key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/baseUrl',
                  schemaPath: '#/properties/providers/additionalProperties/properties/baseUrl/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err55];
                } else {
                  vErrors.push(err55);
                }
                errors++;
              }
            }
            if (data31.key !== undefined) {
              let data34 = data31.key;
              if (typeof data34 === 'string') {
                if (!pattern11.test(data34)) {
                  const err56 = {
                    instancePath:
                      instancePath +
                      '/providers/' +
                      key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/key',
                    schemaPath:
                      '#/properties/providers/additionalProperties/properties/key/pattern',
                    keyword: 'pattern',
                    params: {
                      pattern: '^(none|env:[A-Za-z_][A-Za-z0-9_]*|keychain:[^/]+/.+|file:.+)$',
                    },
                    message:
                      'must match pattern "' +
                      '^(none|env:[A-Za-z_][A-Za-z0-9_]*|keychain:[^/]+/.+|file:.+)$' +
                      '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err56];
                  } else {
                    vErrors.push(err56);
                  }
                  errors++;
                }
              } else {
                const err57 = {
                  instancePath:
                    instancePath +
                    '/providers/' +
                    key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/key',
                  schemaPath: '#/properties/providers/additionalProperties/properties/key/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err57];
                } else {
                  vErrors.push(err57);
                }
                errors++;
              }
            }
            if (data31.headers !== undefined) {
              let data35 = data31.headers;
              if (data35 && typeof data35 == 'object' && !Array.isArray(data35)) {
                for (const key5 in data35) {
                  const _errs79 = errors;
                  if (typeof key5 === 'string') {
                    if (!pattern12.test(key5)) {
                      const err58 = {
                        instancePath:
                          instancePath +
                          '/providers/' +
                          key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                          '/headers',
                        schemaPath:
                          '#/properties/providers/additionalProperties/properties/headers/propertyNames/pattern',
                        keyword: 'pattern',
                        params: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
                        message: 'must match pattern "' + "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" + '"',
                        propertyName: key5,
                      };
                      if (vErrors === null) {
                        vErrors = [err58];
                      } else {
                        vErrors.push(err58);
                      }
                      errors++;
                    }
                  }
                  var valid26 = _errs79 === errors;
                  if (!valid26) {
                    const err59 = {
                      instancePath:
                        instancePath +
                        '/providers/' +
                        key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                        '/headers',
                      schemaPath:
                        '#/properties/providers/additionalProperties/properties/headers/propertyNames',
                      keyword: 'propertyNames',
                      params: { propertyName: key5 },
                      message: 'property name must be valid',
                    };
                    if (vErrors === null) {
                      vErrors = [err59];
                    } else {
                      vErrors.push(err59);
                    }
                    errors++;
                  }
                }
                for (const key6 in data35) {
                  let data36 = data35[key6];
                  if (typeof data36 === 'string') {
                    if (!pattern13.test(data36)) {
                      const err60 = {
                        instancePath:
                          instancePath +
                          '/providers/' +
                          key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                          '/headers/' +
                          key6.replace(/~/g, '~0').replace(/\//g, '~1'),
                        schemaPath:
                          '#/properties/providers/additionalProperties/properties/headers/additionalProperties/pattern',
                        keyword: 'pattern',
                        params: { pattern: '^[\\t\\u0020-\\u007e\\u0080-\\u00ff]*$' },
                        message:
                          'must match pattern "' + '^[\\t\\u0020-\\u007e\\u0080-\\u00ff]*$' + '"',
                      };
                      if (vErrors === null) {
                        vErrors = [err60];
                      } else {
                        vErrors.push(err60);
                      }
                      errors++;
                    }
                  } else {
                    const err61 = {
                      instancePath:
                        instancePath +
                        '/providers/' +
                        key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                        '/headers/' +
                        key6.replace(/~/g, '~0').replace(/\//g, '~1'),
                      schemaPath:
                        '#/properties/providers/additionalProperties/properties/headers/additionalProperties/type',
                      keyword: 'type',
                      params: { type: 'string' },
                      message: 'must be string',
                    };
                    if (vErrors === null) {
                      vErrors = [err61];
                    } else {
                      vErrors.push(err61);
                    }
                    errors++;
                  }
                }
              } else {
                const err62 = {
                  instancePath:
                    instancePath +
                    '/providers/' +
                    key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/headers',
                  schemaPath: '#/properties/providers/additionalProperties/properties/headers/type',
                  keyword: 'type',
                  params: { type: 'object' },
                  message: 'must be object',
                };
                if (vErrors === null) {
                  vErrors = [err62];
                } else {
                  vErrors.push(err62);
                }
                errors++;
              }
            }
            if (data31.contextTokens !== undefined) {
              let data37 = data31.contextTokens;
              if (
                !(typeof data37 == 'number' && !(data37 % 1) && !isNaN(data37) && isFinite(data37))
              ) {
                const err63 = {
                  instancePath:
                    instancePath +
                    '/providers/' +
                    key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/contextTokens',
                  schemaPath:
                    '#/properties/providers/additionalProperties/properties/contextTokens/type',
                  keyword: 'type',
                  params: { type: 'integer' },
                  message: 'must be integer',
                };
                if (vErrors === null) {
                  vErrors = [err63];
                } else {
                  vErrors.push(err63);
                }
                errors++;
              }
              if (typeof data37 == 'number' && isFinite(data37)) {
                if (data37 < 1024 || isNaN(data37)) {
                  const err64 = {
                    instancePath:
                      instancePath +
                      '/providers/' +
                      key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/contextTokens',
                    schemaPath:
                      '#/properties/providers/additionalProperties/properties/contextTokens/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 1024 },
                    message: 'must be >= 1024',
                  };
                  if (vErrors === null) {
                    vErrors = [err64];
                  } else {
                    vErrors.push(err64);
                  }
                  errors++;
                }
              }
            }
            if (data31.outputTokens !== undefined) {
              let data38 = data31.outputTokens;
              if (
                !(typeof data38 == 'number' && !(data38 % 1) && !isNaN(data38) && isFinite(data38))
              ) {
                const err65 = {
                  instancePath:
                    instancePath +
                    '/providers/' +
                    key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/outputTokens',
                  schemaPath:
                    '#/properties/providers/additionalProperties/properties/outputTokens/type',
                  keyword: 'type',
                  params: { type: 'integer' },
                  message: 'must be integer',
                };
                if (vErrors === null) {
                  vErrors = [err65];
                } else {
                  vErrors.push(err65);
                }
                errors++;
              }
              if (typeof data38 == 'number' && isFinite(data38)) {
                if (data38 < 1 || isNaN(data38)) {
                  const err66 = {
                    instancePath:
                      instancePath +
                      '/providers/' +
                      key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/outputTokens',
                    schemaPath:
                      '#/properties/providers/additionalProperties/properties/outputTokens/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 1 },
                    message: 'must be >= 1',
                  };
                  if (vErrors === null) {
                    vErrors = [err66];
                  } else {
                    vErrors.push(err66);
                  }
                  errors++;
                }
              }
            }
            if (data31.idleSeconds !== undefined) {
              let data39 = data31.idleSeconds;
              if (
                !(typeof data39 == 'number' && !(data39 % 1) && !isNaN(data39) && isFinite(data39))
              ) {
                const err67 = {
                  instancePath:
                    instancePath +
                    '/providers/' +
                    key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/idleSeconds',
                  schemaPath:
                    '#/properties/providers/additionalProperties/properties/idleSeconds/type',
                  keyword: 'type',
                  params: { type: 'integer' },
                  message: 'must be integer',
                };
                if (vErrors === null) {
                  vErrors = [err67];
                } else {
                  vErrors.push(err67);
                }
                errors++;
              }
              if (typeof data39 == 'number' && isFinite(data39)) {
                if (data39 > 3600 || isNaN(data39)) {
                  const err68 = {
                    instancePath:
                      instancePath +
                      '/providers/' +
                      key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/idleSeconds',
                    schemaPath:
                      '#/properties/providers/additionalProperties/properties/idleSeconds/maximum',
                    keyword: 'maximum',
                    params: { comparison: '<=', limit: 3600 },
                    message: 'must be <= 3600',
                  };
                  if (vErrors === null) {
                    vErrors = [err68];
                  } else {
                    vErrors.push(err68);
                  }
                  errors++;
                }
                if (data39 < 1 || isNaN(data39)) {
                  const err69 = {
                    instancePath:
                      instancePath +
                      '/providers/' +
                      key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/idleSeconds',
                    schemaPath:
                      '#/properties/providers/additionalProperties/properties/idleSeconds/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 1 },
                    message: 'must be >= 1',
                  };
                  if (vErrors === null) {
                    vErrors = [err69];
                  } else {
                    vErrors.push(err69);
                  }
                  errors++;
                }
              }
            }
            if (data31.tries !== undefined) {
              let data40 = data31.tries;
              if (
                !(typeof data40 == 'number' && !(data40 % 1) && !isNaN(data40) && isFinite(data40))
              ) {
                const err70 = {
                  instancePath:
                    instancePath +
                    '/providers/' +
                    key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/tries',
                  schemaPath: '#/properties/providers/additionalProperties/properties/tries/type',
                  keyword: 'type',
                  params: { type: 'integer' },
                  message: 'must be integer',
                };
                if (vErrors === null) {
                  vErrors = [err70];
                } else {
                  vErrors.push(err70);
                }
                errors++;
              }
              if (typeof data40 == 'number' && isFinite(data40)) {
                if (data40 > 20 || isNaN(data40)) {
                  const err71 = {
                    instancePath:
                      instancePath +
                      '/providers/' +
                      key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/tries',
                    schemaPath:
                      '#/properties/providers/additionalProperties/properties/tries/maximum',
                    keyword: 'maximum',
                    params: { comparison: '<=', limit: 20 },
                    message: 'must be <= 20',
                  };
                  if (vErrors === null) {
                    vErrors = [err71];
                  } else {
                    vErrors.push(err71);
                  }
                  errors++;
                }
                if (data40 < 1 || isNaN(data40)) {
                  const err72 = {
                    instancePath:
                      instancePath +
                      '/providers/' +
                      key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/tries',
                    schemaPath:
                      '#/properties/providers/additionalProperties/properties/tries/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 1 },
                    message: 'must be >= 1',
                  };
                  if (vErrors === null) {
                    vErrors = [err72];
                  } else {
                    vErrors.push(err72);
                  }
                  errors++;
                }
              }
            }
          } else {
            const err73 = {
              instancePath:
                instancePath + '/providers/' + key3.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/providers/additionalProperties/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err73];
            } else {
              vErrors.push(err73);
            }
            errors++;
          }
        }
      } else {
        const err74 = {
          instancePath: instancePath + '/providers',
          schemaPath: '#/properties/providers/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err74];
        } else {
          vErrors.push(err74);
        }
        errors++;
      }
    }
    if (data.prices !== undefined) {
      let data41 = data.prices;
      if (data41 && typeof data41 == 'object' && !Array.isArray(data41)) {
        for (const key7 in data41) {
          let data42 = data41[key7];
          if (data42 && typeof data42 == 'object' && !Array.isArray(data42)) {
            if (data42.input === undefined) {
              const err75 = {
                instancePath:
                  instancePath + '/prices/' + key7.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/properties/prices/additionalProperties/required',
                keyword: 'required',
                params: { missingProperty: 'input' },
                message: "must have required property '" + 'input' + "'",
              };
              if (vErrors === null) {
                vErrors = [err75];
              } else {
                vErrors.push(err75);
              }
              errors++;
            }
            if (data42.output === undefined) {
              const err76 = {
                instancePath:
                  instancePath + '/prices/' + key7.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/properties/prices/additionalProperties/required',
                keyword: 'required',
                params: { missingProperty: 'output' },
                message: "must have required property '" + 'output' + "'",
              };
              if (vErrors === null) {
                vErrors = [err76];
              } else {
                vErrors.push(err76);
              }
              errors++;
            }
            for (const key8 in data42) {
              if (
                !(
                  key8 === 'input' ||
                  key8 === 'output' ||
                  key8 === 'cacheRead' ||
                  key8 === 'cacheWritten'
                )
              ) {
                const err77 = {
                  instancePath:
                    instancePath + '/prices/' + key7.replace(/~/g, '~0').replace(/\//g, '~1'),
                  schemaPath: '#/properties/prices/additionalProperties/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key8 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err77];
                } else {
                  vErrors.push(err77);
                }
                errors++;
              }
            }
            if (data42.input !== undefined) {
              let data43 = data42.input;
              if (typeof data43 == 'number' && isFinite(data43)) {
                if (data43 < 0 || isNaN(data43)) {
                  const err78 = {
                    instancePath:
                      instancePath +
                      '/prices/' +
                      key7.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/input',
                    schemaPath: '#/properties/prices/additionalProperties/properties/input/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 0 },
                    message: 'must be >= 0',
                  };
                  if (vErrors === null) {
                    vErrors = [err78];
                  } else {
                    vErrors.push(err78);
                  }
                  errors++;
                }
              } else {
                const err79 = {
                  instancePath:
                    instancePath +
                    '/prices/' +
                    key7.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/input',
                  schemaPath: '#/properties/prices/additionalProperties/properties/input/type',
                  keyword: 'type',
                  params: { type: 'number' },
                  message: 'must be number',
                };
                if (vErrors === null) {
                  vErrors = [err79];
                } else {
                  vErrors.push(err79);
                }
                errors++;
              }
            }
            if (data42.output !== undefined) {
              let data44 = data42.output;
              if (typeof data44 == 'number' && isFinite(data44)) {
                if (data44 < 0 || isNaN(data44)) {
                  const err80 = {
                    instancePath:
                      instancePath +
                      '/prices/' +
                      key7.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/output',
                    schemaPath:
                      '#/properties/prices/additionalProperties/properties/output/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 0 },
                    message: 'must be >= 0',
                  };
                  if (vErrors === null) {
                    vErrors = [err80];
                  } else {
                    vErrors.push(err80);
                  }
                  errors++;
                }
              } else {
                const err81 = {
                  instancePath:
                    instancePath +
                    '/prices/' +
                    key7.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/output',
                  schemaPath: '#/properties/prices/additionalProperties/properties/output/type',
                  keyword: 'type',
                  params: { type: 'number' },
                  message: 'must be number',
                };
                if (vErrors === null) {
                  vErrors = [err81];
                } else {
                  vErrors.push(err81);
                }
                errors++;
              }
            }
            if (data42.cacheRead !== undefined) {
              let data45 = data42.cacheRead;
              if (typeof data45 == 'number' && isFinite(data45)) {
                if (data45 < 0 || isNaN(data45)) {
                  const err82 = {
                    instancePath:
                      instancePath +
                      '/prices/' +
                      key7.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/cacheRead',
                    schemaPath:
                      '#/properties/prices/additionalProperties/properties/cacheRead/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 0 },
                    message: 'must be >= 0',
                  };
                  if (vErrors === null) {
                    vErrors = [err82];
                  } else {
                    vErrors.push(err82);
                  }
                  errors++;
                }
              } else {
                const err83 = {
                  instancePath:
                    instancePath +
                    '/prices/' +
                    key7.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/cacheRead',
                  schemaPath: '#/properties/prices/additionalProperties/properties/cacheRead/type',
                  keyword: 'type',
                  params: { type: 'number' },
                  message: 'must be number',
                };
                if (vErrors === null) {
                  vErrors = [err83];
                } else {
                  vErrors.push(err83);
                }
                errors++;
              }
            }
            if (data42.cacheWritten !== undefined) {
              let data46 = data42.cacheWritten;
              if (typeof data46 == 'number' && isFinite(data46)) {
                if (data46 < 0 || isNaN(data46)) {
                  const err84 = {
                    instancePath:
                      instancePath +
                      '/prices/' +
                      key7.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/cacheWritten',
                    schemaPath:
                      '#/properties/prices/additionalProperties/properties/cacheWritten/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 0 },
                    message: 'must be >= 0',
                  };
                  if (vErrors === null) {
                    vErrors = [err84];
                  } else {
                    vErrors.push(err84);
                  }
                  errors++;
                }
              } else {
                const err85 = {
                  instancePath:
                    instancePath +
                    '/prices/' +
                    key7.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/cacheWritten',
                  schemaPath:
                    '#/properties/prices/additionalProperties/properties/cacheWritten/type',
                  keyword: 'type',
                  params: { type: 'number' },
                  message: 'must be number',
                };
                if (vErrors === null) {
                  vErrors = [err85];
                } else {
                  vErrors.push(err85);
                }
                errors++;
              }
            }
          } else {
            const err86 = {
              instancePath:
                instancePath + '/prices/' + key7.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/prices/additionalProperties/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err86];
            } else {
              vErrors.push(err86);
            }
            errors++;
          }
        }
      } else {
        const err87 = {
          instancePath: instancePath + '/prices',
          schemaPath: '#/properties/prices/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err87];
        } else {
          vErrors.push(err87);
        }
        errors++;
      }
    }
    if (data.budgets !== undefined) {
      let data47 = data.budgets;
      if (data47 && typeof data47 == 'object' && !Array.isArray(data47)) {
        for (const key9 in data47) {
          if (
            !(
              key9 === 'sessionUsd' ||
              key9 === 'dayUsd' ||
              key9 === 'sessionTokens' ||
              key9 === 'dayTokens'
            )
          ) {
            const err88 = {
              instancePath: instancePath + '/budgets',
              schemaPath: '#/properties/budgets/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key9 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err88];
            } else {
              vErrors.push(err88);
            }
            errors++;
          }
        }
        if (data47.sessionUsd !== undefined) {
          let data48 = data47.sessionUsd;
          if (typeof data48 == 'number' && isFinite(data48)) {
            if (data48 <= 0 || isNaN(data48)) {
              const err89 = {
                instancePath: instancePath + '/budgets/sessionUsd',
                schemaPath: '#/properties/budgets/properties/sessionUsd/exclusiveMinimum',
                keyword: 'exclusiveMinimum',
                params: { comparison: '>', limit: 0 },
                message: 'must be > 0',
              };
              if (vErrors === null) {
                vErrors = [err89];
              } else {
                vErrors.push(err89);
              }
              errors++;
            }
          } else {
            const err90 = {
              instancePath: instancePath + '/budgets/sessionUsd',
              schemaPath: '#/properties/budgets/properties/sessionUsd/type',
              keyword: 'type',
              params: { type: 'number' },
              message: 'must be number',
            };
            if (vErrors === null) {
              vErrors = [err90];
            } else {
              vErrors.push(err90);
            }
            errors++;
          }
        }
        if (data47.dayUsd !== undefined) {
          let data49 = data47.dayUsd;
          if (typeof data49 == 'number' && isFinite(data49)) {
            if (data49 <= 0 || isNaN(data49)) {
              const err91 = {
                instancePath: instancePath + '/budgets/dayUsd',
                schemaPath: '#/properties/budgets/properties/dayUsd/exclusiveMinimum',
                keyword: 'exclusiveMinimum',
                params: { comparison: '>', limit: 0 },
                message: 'must be > 0',
              };
              if (vErrors === null) {
                vErrors = [err91];
              } else {
                vErrors.push(err91);
              }
              errors++;
            }
          } else {
            const err92 = {
              instancePath: instancePath + '/budgets/dayUsd',
              schemaPath: '#/properties/budgets/properties/dayUsd/type',
              keyword: 'type',
              params: { type: 'number' },
              message: 'must be number',
            };
            if (vErrors === null) {
              vErrors = [err92];
            } else {
              vErrors.push(err92);
            }
            errors++;
          }
        }
        if (data47.sessionTokens !== undefined) {
          let data50 = data47.sessionTokens;
          if (!(typeof data50 == 'number' && !(data50 % 1) && !isNaN(data50) && isFinite(data50))) {
            const err93 = {
              instancePath: instancePath + '/budgets/sessionTokens',
              schemaPath: '#/properties/budgets/properties/sessionTokens/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err93];
            } else {
              vErrors.push(err93);
            }
            errors++;
          }
          if (typeof data50 == 'number' && isFinite(data50)) {
            if (data50 < 1 || isNaN(data50)) {
              const err94 = {
                instancePath: instancePath + '/budgets/sessionTokens',
                schemaPath: '#/properties/budgets/properties/sessionTokens/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
                message: 'must be >= 1',
              };
              if (vErrors === null) {
                vErrors = [err94];
              } else {
                vErrors.push(err94);
              }
              errors++;
            }
          }
        }
        if (data47.dayTokens !== undefined) {
          let data51 = data47.dayTokens;
          if (!(typeof data51 == 'number' && !(data51 % 1) && !isNaN(data51) && isFinite(data51))) {
            const err95 = {
              instancePath: instancePath + '/budgets/dayTokens',
              schemaPath: '#/properties/budgets/properties/dayTokens/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err95];
            } else {
              vErrors.push(err95);
            }
            errors++;
          }
          if (typeof data51 == 'number' && isFinite(data51)) {
            if (data51 < 1 || isNaN(data51)) {
              const err96 = {
                instancePath: instancePath + '/budgets/dayTokens',
                schemaPath: '#/properties/budgets/properties/dayTokens/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
                message: 'must be >= 1',
              };
              if (vErrors === null) {
                vErrors = [err96];
              } else {
                vErrors.push(err96);
              }
              errors++;
            }
          }
        }
      } else {
        const err97 = {
          instancePath: instancePath + '/budgets',
          schemaPath: '#/properties/budgets/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err97];
        } else {
          vErrors.push(err97);
        }
        errors++;
      }
    }
    if (data.clients !== undefined) {
      let data52 = data.clients;
      if (data52 && typeof data52 == 'object' && !Array.isArray(data52)) {
        for (const key10 in data52) {
          let data53 = data52[key10];
          if (data53 && typeof data53 == 'object' && !Array.isArray(data53)) {
            for (const key11 in data53) {
              if (!(key11 === 'session' || key11 === 'export')) {
                const err98 = {
                  instancePath:
                    instancePath + '/clients/' + key10.replace(/~/g, '~0').replace(/\//g, '~1'),
                  schemaPath: '#/properties/clients/additionalProperties/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key11 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err98];
                } else {
                  vErrors.push(err98);
                }
                errors++;
              }
            }
            if (data53.session !== undefined) {
              let data54 = data53.session;
              if (!(data54 === 'main' || data54 === 'shared')) {
                const err99 = {
                  instancePath:
                    instancePath +
                    '/clients/' +
                    key10.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/session',
                  schemaPath: '#/properties/clients/additionalProperties/properties/session/enum',
                  keyword: 'enum',
                  params: {
                    allowedValues:
                      schema11.properties.clients.additionalProperties.properties.session.enum,
                  },
                  message: 'must be equal to one of the allowed values',
                };
                if (vErrors === null) {
                  vErrors = [err99];
                } else {
                  vErrors.push(err99);
                }
                errors++;
              }
            }
            if (data53.export !== undefined) {
              if (typeof data53.export !== 'boolean') {
                const err100 = {
                  instancePath:
                    instancePath +
                    '/clients/' +
                    key10.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/export',
                  schemaPath: '#/properties/clients/additionalProperties/properties/export/type',
                  keyword: 'type',
                  params: { type: 'boolean' },
                  message: 'must be boolean',
                };
                if (vErrors === null) {
                  vErrors = [err100];
                } else {
                  vErrors.push(err100);
                }
                errors++;
              }
            }
          } else {
            const err101 = {
              instancePath:
                instancePath + '/clients/' + key10.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/clients/additionalProperties/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err101];
            } else {
              vErrors.push(err101);
            }
            errors++;
          }
        }
      } else {
        const err102 = {
          instancePath: instancePath + '/clients',
          schemaPath: '#/properties/clients/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err102];
        } else {
          vErrors.push(err102);
        }
        errors++;
      }
    }
    if (data.hook !== undefined) {
      let data56 = data.hook;
      if (data56 && typeof data56 == 'object' && !Array.isArray(data56)) {
        for (const key12 in data56) {
          if (!(key12 === 'mainProjects' || key12 === 'programs' || key12 === 'tools')) {
            const err103 = {
              instancePath: instancePath + '/hook',
              schemaPath: '#/properties/hook/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key12 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err103];
            } else {
              vErrors.push(err103);
            }
            errors++;
          }
        }
        if (data56.mainProjects !== undefined) {
          let data57 = data56.mainProjects;
          if (Array.isArray(data57)) {
            const len9 = data57.length;
            for (let i9 = 0; i9 < len9; i9++) {
              let data58 = data57[i9];
              if (typeof data58 === 'string') {
                if (!pattern4.test(data58)) {
                  const err104 = {
                    instancePath: instancePath + '/hook/mainProjects/' + i9,
                    schemaPath: '#/properties/hook/properties/mainProjects/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^(/|~/|~$)[^*]*$' },
                    message: 'must match pattern "' + '^(/|~/|~$)[^*]*$' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err104];
                  } else {
                    vErrors.push(err104);
                  }
                  errors++;
                }
              } else {
                const err105 = {
                  instancePath: instancePath + '/hook/mainProjects/' + i9,
                  schemaPath: '#/properties/hook/properties/mainProjects/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err105];
                } else {
                  vErrors.push(err105);
                }
                errors++;
              }
            }
          } else {
            const err106 = {
              instancePath: instancePath + '/hook/mainProjects',
              schemaPath: '#/properties/hook/properties/mainProjects/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err106];
            } else {
              vErrors.push(err106);
            }
            errors++;
          }
        }
        if (data56.programs !== undefined) {
          let data59 = data56.programs;
          if (Array.isArray(data59)) {
            const len10 = data59.length;
            for (let i10 = 0; i10 < len10; i10++) {
              let data60 = data59[i10];
              if (typeof data60 === 'string') {
                if (!pattern15.test(data60)) {
                  const err107 = {
                    instancePath: instancePath + '/hook/programs/' + i10,
                    schemaPath: '#/properties/hook/properties/programs/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^[^ /*]+$' },
                    message: 'must match pattern "' + '^[^ /*]+$' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err107];
                  } else {
                    vErrors.push(err107);
                  }
                  errors++;
                }
              } else {
                const err108 = {
                  instancePath: instancePath + '/hook/programs/' + i10,
                  schemaPath: '#/properties/hook/properties/programs/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err108];
                } else {
                  vErrors.push(err108);
                }
                errors++;
              }
            }
          } else {
            const err109 = {
              instancePath: instancePath + '/hook/programs',
              schemaPath: '#/properties/hook/properties/programs/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err109];
            } else {
              vErrors.push(err109);
            }
            errors++;
          }
        }
        if (data56.tools !== undefined) {
          let data61 = data56.tools;
          if (Array.isArray(data61)) {
            const len11 = data61.length;
            for (let i11 = 0; i11 < len11; i11++) {
              let data62 = data61[i11];
              if (typeof data62 === 'string') {
                if (!pattern16.test(data62)) {
                  const err110 = {
                    instancePath: instancePath + '/hook/tools/' + i11,
                    schemaPath: '#/properties/hook/properties/tools/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^[^ *]+\\*?$' },
                    message: 'must match pattern "' + '^[^ *]+\\*?$' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err110];
                  } else {
                    vErrors.push(err110);
                  }
                  errors++;
                }
              } else {
                const err111 = {
                  instancePath: instancePath + '/hook/tools/' + i11,
                  schemaPath: '#/properties/hook/properties/tools/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err111];
                } else {
                  vErrors.push(err111);
                }
                errors++;
              }
            }
          } else {
            const err112 = {
              instancePath: instancePath + '/hook/tools',
              schemaPath: '#/properties/hook/properties/tools/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err112];
            } else {
              vErrors.push(err112);
            }
            errors++;
          }
        }
      } else {
        const err113 = {
          instancePath: instancePath + '/hook',
          schemaPath: '#/properties/hook/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err113];
        } else {
          vErrors.push(err113);
        }
        errors++;
      }
    }
    if (data.curation !== undefined) {
      let data63 = data.curation;
      if (data63 && typeof data63 == 'object' && !Array.isArray(data63)) {
        for (const key13 in data63) {
          if (
            !(
              key13 === 'apply' ||
              key13 === 'maxAdded' ||
              key13 === 'maxRemoved' ||
              key13 === 'commit'
            )
          ) {
            const err114 = {
              instancePath: instancePath + '/curation',
              schemaPath: '#/properties/curation/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key13 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err114];
            } else {
              vErrors.push(err114);
            }
            errors++;
          }
        }
        if (data63.apply !== undefined) {
          let data64 = data63.apply;
          if (!(data64 === 'ask' || data64 === 'ask-in-session' || data64 === 'within-limits')) {
            const err115 = {
              instancePath: instancePath + '/curation/apply',
              schemaPath: '#/properties/curation/properties/apply/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.curation.properties.apply.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err115];
            } else {
              vErrors.push(err115);
            }
            errors++;
          }
        }
        if (data63.maxAdded !== undefined) {
          let data65 = data63.maxAdded;
          if (!(typeof data65 == 'number' && !(data65 % 1) && !isNaN(data65) && isFinite(data65))) {
            const err116 = {
              instancePath: instancePath + '/curation/maxAdded',
              schemaPath: '#/properties/curation/properties/maxAdded/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err116];
            } else {
              vErrors.push(err116);
            }
            errors++;
          }
          if (typeof data65 == 'number' && isFinite(data65)) {
            if (data65 > 100 || isNaN(data65)) {
              const err117 = {
                instancePath: instancePath + '/curation/maxAdded',
                schemaPath: '#/properties/curation/properties/maxAdded/maximum',
                keyword: 'maximum',
                params: { comparison: '<=', limit: 100 },
                message: 'must be <= 100',
              };
              if (vErrors === null) {
                vErrors = [err117];
              } else {
                vErrors.push(err117);
              }
              errors++;
            }
            if (data65 < 0 || isNaN(data65)) {
              const err118 = {
                instancePath: instancePath + '/curation/maxAdded',
                schemaPath: '#/properties/curation/properties/maxAdded/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
                message: 'must be >= 0',
              };
              if (vErrors === null) {
                vErrors = [err118];
              } else {
                vErrors.push(err118);
              }
              errors++;
            }
          }
        }
        if (data63.maxRemoved !== undefined) {
          let data66 = data63.maxRemoved;
          if (!(typeof data66 == 'number' && !(data66 % 1) && !isNaN(data66) && isFinite(data66))) {
            const err119 = {
              instancePath: instancePath + '/curation/maxRemoved',
              schemaPath: '#/properties/curation/properties/maxRemoved/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err119];
            } else {
              vErrors.push(err119);
            }
            errors++;
          }
          if (typeof data66 == 'number' && isFinite(data66)) {
            if (data66 > 100 || isNaN(data66)) {
              const err120 = {
                instancePath: instancePath + '/curation/maxRemoved',
                schemaPath: '#/properties/curation/properties/maxRemoved/maximum',
                keyword: 'maximum',
                params: { comparison: '<=', limit: 100 },
                message: 'must be <= 100',
              };
              if (vErrors === null) {
                vErrors = [err120];
              } else {
                vErrors.push(err120);
              }
              errors++;
            }
            if (data66 < 0 || isNaN(data66)) {
              const err121 = {
                instancePath: instancePath + '/curation/maxRemoved',
                schemaPath: '#/properties/curation/properties/maxRemoved/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
                message: 'must be >= 0',
              };
              if (vErrors === null) {
                vErrors = [err121];
              } else {
                vErrors.push(err121);
              }
              errors++;
            }
          }
        }
        if (data63.commit !== undefined) {
          if (typeof data63.commit !== 'boolean') {
            const err122 = {
              instancePath: instancePath + '/curation/commit',
              schemaPath: '#/properties/curation/properties/commit/type',
              keyword: 'type',
              params: { type: 'boolean' },
              message: 'must be boolean',
            };
            if (vErrors === null) {
              vErrors = [err122];
            } else {
              vErrors.push(err122);
            }
            errors++;
          }
        }
      } else {
        const err123 = {
          instancePath: instancePath + '/curation',
          schemaPath: '#/properties/curation/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err123];
        } else {
          vErrors.push(err123);
        }
        errors++;
      }
    }
    if (data.transcriptDays !== undefined) {
      let data68 = data.transcriptDays;
      if (!(typeof data68 == 'number' && !(data68 % 1) && !isNaN(data68) && isFinite(data68))) {
        const err124 = {
          instancePath: instancePath + '/transcriptDays',
          schemaPath: '#/properties/transcriptDays/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err124];
        } else {
          vErrors.push(err124);
        }
        errors++;
      }
      if (typeof data68 == 'number' && isFinite(data68)) {
        if (data68 > 3650 || isNaN(data68)) {
          const err125 = {
            instancePath: instancePath + '/transcriptDays',
            schemaPath: '#/properties/transcriptDays/maximum',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 3650 },
            message: 'must be <= 3650',
          };
          if (vErrors === null) {
            vErrors = [err125];
          } else {
            vErrors.push(err125);
          }
          errors++;
        }
        if (data68 < 0 || isNaN(data68)) {
          const err126 = {
            instancePath: instancePath + '/transcriptDays',
            schemaPath: '#/properties/transcriptDays/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err126];
          } else {
            vErrors.push(err126);
          }
          errors++;
        }
      }
    }
    if (data.mesh !== undefined) {
      let data69 = data.mesh;
      if (data69 && typeof data69 == 'object' && !Array.isArray(data69)) {
        for (const key14 in data69) {
          if (
            !(key14 === 'search' || key14 === 'recall' || key14 === 'rank' || key14 === 'embedder')
          ) {
            const err127 = {
              instancePath: instancePath + '/mesh',
              schemaPath: '#/properties/mesh/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key14 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err127];
            } else {
              vErrors.push(err127);
            }
            errors++;
          }
        }
        if (data69.search !== undefined) {
          if (typeof data69.search !== 'boolean') {
            const err128 = {
              instancePath: instancePath + '/mesh/search',
              schemaPath: '#/properties/mesh/properties/search/type',
              keyword: 'type',
              params: { type: 'boolean' },
              message: 'must be boolean',
            };
            if (vErrors === null) {
              vErrors = [err128];
            } else {
              vErrors.push(err128);
            }
            errors++;
          }
        }
        if (data69.recall !== undefined) {
          if (typeof data69.recall !== 'boolean') {
            const err129 = {
              instancePath: instancePath + '/mesh/recall',
              schemaPath: '#/properties/mesh/properties/recall/type',
              keyword: 'type',
              params: { type: 'boolean' },
              message: 'must be boolean',
            };
            if (vErrors === null) {
              vErrors = [err129];
            } else {
              vErrors.push(err129);
            }
            errors++;
          }
        }
        if (data69.rank !== undefined) {
          let data72 = data69.rank;
          if (!(data72 === 'scores' || data72 === 'ranks')) {
            const err130 = {
              instancePath: instancePath + '/mesh/rank',
              schemaPath: '#/properties/mesh/properties/rank/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.mesh.properties.rank.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err130];
            } else {
              vErrors.push(err130);
            }
            errors++;
          }
        }
        if (data69.embedder !== undefined) {
          let data73 = data69.embedder;
          if (typeof data73 === 'string') {
            if (!pattern17.test(data73)) {
              const err131 = {
                instancePath: instancePath + '/mesh/embedder',
                schemaPath: '#/properties/mesh/properties/embedder/pattern',
                keyword: 'pattern',
                params: { pattern: '^(local|[^/]+/.+)$' },
                message: 'must match pattern "' + '^(local|[^/]+/.+)$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err131];
              } else {
                vErrors.push(err131);
              }
              errors++;
            }
          } else {
            const err132 = {
              instancePath: instancePath + '/mesh/embedder',
              schemaPath: '#/properties/mesh/properties/embedder/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err132];
            } else {
              vErrors.push(err132);
            }
            errors++;
          }
        }
      } else {
        const err133 = {
          instancePath: instancePath + '/mesh',
          schemaPath: '#/properties/mesh/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err133];
        } else {
          vErrors.push(err133);
        }
        errors++;
      }
    }
    if (data.writeDownAtEnd !== undefined) {
      if (typeof data.writeDownAtEnd !== 'boolean') {
        const err134 = {
          instancePath: instancePath + '/writeDownAtEnd',
          schemaPath: '#/properties/writeDownAtEnd/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err134];
        } else {
          vErrors.push(err134);
        }
        errors++;
      }
    }
    if (data.heartbeat !== undefined) {
      let data75 = data.heartbeat;
      if (data75 && typeof data75 == 'object' && !Array.isArray(data75)) {
        for (const key15 in data75) {
          if (
            !(
              key15 === 'every' ||
              key15 === 'activeHours' ||
              key15 === 'model' ||
              key15 === 'dayTokens' ||
              key15 === 'dayUsd' ||
              key15 === 'tell'
            )
          ) {
            const err135 = {
              instancePath: instancePath + '/heartbeat',
              schemaPath: '#/properties/heartbeat/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key15 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err135];
            } else {
              vErrors.push(err135);
            }
            errors++;
          }
        }
        if (data75.every !== undefined) {
          let data76 = data75.every;
          if (typeof data76 === 'string') {
            if (!pattern18.test(data76)) {
              const err136 = {
                instancePath: instancePath + '/heartbeat/every',
                schemaPath: '#/properties/heartbeat/properties/every/pattern',
                keyword: 'pattern',
                params: { pattern: '^([0-9]{1,4} ?[smhd] ?){1,3}$' },
                message: 'must match pattern "' + '^([0-9]{1,4} ?[smhd] ?){1,3}$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err136];
              } else {
                vErrors.push(err136);
              }
              errors++;
            }
          } else {
            const err137 = {
              instancePath: instancePath + '/heartbeat/every',
              schemaPath: '#/properties/heartbeat/properties/every/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err137];
            } else {
              vErrors.push(err137);
            }
            errors++;
          }
        }
        if (data75.activeHours !== undefined) {
          let data77 = data75.activeHours;
          if (typeof data77 === 'string') {
            if (!pattern19.test(data77)) {
              const err138 = {
                instancePath: instancePath + '/heartbeat/activeHours',
                schemaPath: '#/properties/heartbeat/properties/activeHours/pattern',
                keyword: 'pattern',
                params: {
                  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
                },
                message:
                  'must match pattern "' +
                  '^([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' +
                  '"',
              };
              if (vErrors === null) {
                vErrors = [err138];
              } else {
                vErrors.push(err138);
              }
              errors++;
            }
          } else {
            const err139 = {
              instancePath: instancePath + '/heartbeat/activeHours',
              schemaPath: '#/properties/heartbeat/properties/activeHours/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err139];
            } else {
              vErrors.push(err139);
            }
            errors++;
          }
        }
        if (data75.model !== undefined) {
          let data78 = data75.model;
          if (typeof data78 === 'string') {
            if (!pattern9.test(data78)) {
              const err140 = {
                instancePath: instancePath + '/heartbeat/model',
                schemaPath: '#/properties/heartbeat/properties/model/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^/]+/.' },
                message: 'must match pattern "' + '^[^/]+/.' + '"',
              };
              if (vErrors === null) {
                vErrors = [err140];
              } else {
                vErrors.push(err140);
              }
              errors++;
            }
          } else {
            const err141 = {
              instancePath: instancePath + '/heartbeat/model',
              schemaPath: '#/properties/heartbeat/properties/model/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err141];
            } else {
              vErrors.push(err141);
            }
            errors++;
          }
        }
        if (data75.dayTokens !== undefined) {
          let data79 = data75.dayTokens;
          if (!(typeof data79 == 'number' && !(data79 % 1) && !isNaN(data79) && isFinite(data79))) {
            const err142 = {
              instancePath: instancePath + '/heartbeat/dayTokens',
              schemaPath: '#/properties/heartbeat/properties/dayTokens/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err142];
            } else {
              vErrors.push(err142);
            }
            errors++;
          }
          if (typeof data79 == 'number' && isFinite(data79)) {
            if (data79 < 1 || isNaN(data79)) {
              const err143 = {
                instancePath: instancePath + '/heartbeat/dayTokens',
                schemaPath: '#/properties/heartbeat/properties/dayTokens/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
                message: 'must be >= 1',
              };
              if (vErrors === null) {
                vErrors = [err143];
              } else {
                vErrors.push(err143);
              }
              errors++;
            }
          }
        }
        if (data75.dayUsd !== undefined) {
          let data80 = data75.dayUsd;
          if (typeof data80 == 'number' && isFinite(data80)) {
            if (data80 <= 0 || isNaN(data80)) {
              const err144 = {
                instancePath: instancePath + '/heartbeat/dayUsd',
                schemaPath: '#/properties/heartbeat/properties/dayUsd/exclusiveMinimum',
                keyword: 'exclusiveMinimum',
                params: { comparison: '>', limit: 0 },
                message: 'must be > 0',
              };
              if (vErrors === null) {
                vErrors = [err144];
              } else {
                vErrors.push(err144);
              }
              errors++;
            }
          } else {
            const err145 = {
              instancePath: instancePath + '/heartbeat/dayUsd',
              schemaPath: '#/properties/heartbeat/properties/dayUsd/type',
              keyword: 'type',
              params: { type: 'number' },
              message: 'must be number',
            };
            if (vErrors === null) {
              vErrors = [err145];
            } else {
              vErrors.push(err145);
            }
            errors++;
          }
        }
        if (data75.tell !== undefined) {
          let data81 = data75.tell;
          if (data81 && typeof data81 == 'object' && !Array.isArray(data81)) {
            if (data81.command === undefined) {
              const err146 = {
                instancePath: instancePath + '/heartbeat/tell',
                schemaPath: '#/properties/heartbeat/properties/tell/required',
                keyword: 'required',
                params: { missingProperty: 'command' },
                message: "must have required property '" + 'command' + "'",
              };
              if (vErrors === null) {
                vErrors = [err146];
              } else {
                vErrors.push(err146);
              }
              errors++;
            }
            for (const key16 in data81) {
              if (!(key16 === 'command' || key16 === 'env')) {
                const err147 = {
                  instancePath: instancePath + '/heartbeat/tell',
                  schemaPath: '#/properties/heartbeat/properties/tell/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key16 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err147];
                } else {
                  vErrors.push(err147);
                }
                errors++;
              }
            }
            if (data81.command !== undefined) {
              let data82 = data81.command;
              if (Array.isArray(data82)) {
                if (data82.length < 1) {
                  const err148 = {
                    instancePath: instancePath + '/heartbeat/tell/command',
                    schemaPath:
                      '#/properties/heartbeat/properties/tell/properties/command/minItems',
                    keyword: 'minItems',
                    params: { limit: 1 },
                    message: 'must NOT have fewer than 1 items',
                  };
                  if (vErrors === null) {
                    vErrors = [err148];
                  } else {
                    vErrors.push(err148);
                  }
                  errors++;
                }
                const len12 = data82.length;
                for (let i12 = 0; i12 < len12; i12++) {
                  if (typeof data82[i12] !== 'string') {
                    const err149 = {
                      instancePath: instancePath + '/heartbeat/tell/command/' + i12,
                      schemaPath:
                        '#/properties/heartbeat/properties/tell/properties/command/items/type',
                      keyword: 'type',
                      params: { type: 'string' },
                      message: 'must be string',
                    };
                    if (vErrors === null) {
                      vErrors = [err149];
                    } else {
                      vErrors.push(err149);
                    }
                    errors++;
                  }
                }
              } else {
                const err150 = {
                  instancePath: instancePath + '/heartbeat/tell/command',
                  schemaPath: '#/properties/heartbeat/properties/tell/properties/command/type',
                  keyword: 'type',
                  params: { type: 'array' },
                  message: 'must be array',
                };
                if (vErrors === null) {
                  vErrors = [err150];
                } else {
                  vErrors.push(err150);
                }
                errors++;
              }
            }
            if (data81.env !== undefined) {
              let data84 = data81.env;
              if (data84 && typeof data84 == 'object' && !Array.isArray(data84)) {
                for (const key17 in data84) {
                  if (typeof data84[key17] !== 'string') {
                    const err151 = {
                      instancePath:
                        instancePath +
                        '/heartbeat/tell/env/' +
                        key17.replace(/~/g, '~0').replace(/\//g, '~1'),
                      schemaPath:
                        '#/properties/heartbeat/properties/tell/properties/env/additionalProperties/type',
                      keyword: 'type',
                      params: { type: 'string' },
                      message: 'must be string',
                    };
                    if (vErrors === null) {
                      vErrors = [err151];
                    } else {
                      vErrors.push(err151);
                    }
                    errors++;
                  }
                }
              } else {
                const err152 = {
                  instancePath: instancePath + '/heartbeat/tell/env',
                  schemaPath: '#/properties/heartbeat/properties/tell/properties/env/type',
                  keyword: 'type',
                  params: { type: 'object' },
                  message: 'must be object',
                };
                if (vErrors === null) {
                  vErrors = [err152];
                } else {
                  vErrors.push(err152);
                }
                errors++;
              }
            }
          } else {
            const err153 = {
              instancePath: instancePath + '/heartbeat/tell',
              schemaPath: '#/properties/heartbeat/properties/tell/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err153];
            } else {
              vErrors.push(err153);
            }
            errors++;
          }
        }
      } else {
        const err154 = {
          instancePath: instancePath + '/heartbeat',
          schemaPath: '#/properties/heartbeat/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err154];
        } else {
          vErrors.push(err154);
        }
        errors++;
      }
    }
    if (data.store !== undefined) {
      let data86 = data.store;
      if (data86 && typeof data86 == 'object' && !Array.isArray(data86)) {
        for (const key18 in data86) {
          if (
            !(
              key18 === 'endpoint' ||
              key18 === 'region' ||
              key18 === 'accessKeyId' ||
              key18 === 'secretAccessKey' ||
              key18 === 'sessionToken'
            )
          ) {
            const err155 = {
              instancePath: instancePath + '/store',
              schemaPath: '#/properties/store/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key18 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err155];
            } else {
              vErrors.push(err155);
            }
            errors++;
          }
        }
        if (data86.endpoint !== undefined) {
          let data87 = data86.endpoint;
          if (typeof data87 === 'string') {
            if (!pattern10.test(data87)) {
              const err156 = {
                instancePath: instancePath + '/store/endpoint',
                schemaPath: '#/properties/store/properties/endpoint/pattern',
                keyword: 'pattern',
                params: { pattern: '^https?://.' },
                message: 'must match pattern "' + '^https?://.' + '"',
              };
              if (vErrors === null) {
                vErrors = [err156];
              } else {
                vErrors.push(err156);
              }
              errors++;
            }
          } else {
            const err157 = {
              instancePath: instancePath + '/store/endpoint',
              schemaPath: '#/properties/store/properties/endpoint/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err157];
            } else {
              vErrors.push(err157);
            }
            errors++;
          }
        }
        if (data86.region !== undefined) {
          let data88 = data86.region;
          if (typeof data88 === 'string') {
            if (!pattern22.test(data88)) {
              const err158 = {
                instancePath: instancePath + '/store/region',
                schemaPath: '#/properties/store/properties/region/pattern',
                keyword: 'pattern',
                params: { pattern: '^[a-z0-9-]+$' },
                message: 'must match pattern "' + '^[a-z0-9-]+$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err158];
              } else {
                vErrors.push(err158);
              }
              errors++;
            }
          } else {
            const err159 = {
              instancePath: instancePath + '/store/region',
              schemaPath: '#/properties/store/properties/region/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err159];
            } else {
              vErrors.push(err159);
            }
            errors++;
          }
        }
        if (data86.accessKeyId !== undefined) {
          let data89 = data86.accessKeyId;
          if (typeof data89 === 'string') {
            if (!pattern23.test(data89)) {
              const err160 = {
                instancePath: instancePath + '/store/accessKeyId',
                schemaPath: '#/properties/store/properties/accessKeyId/pattern',
                keyword: 'pattern',
                params: { pattern: '^(env|keychain|file):.' },
                message: 'must match pattern "' + '^(env|keychain|file):.' + '"',
              };
              if (vErrors === null) {
                vErrors = [err160];
              } else {
                vErrors.push(err160);
              }
              errors++;
            }
          } else {
            const err161 = {
              instancePath: instancePath + '/store/accessKeyId',
              schemaPath: '#/properties/store/properties/accessKeyId/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err161];
            } else {
              vErrors.push(err161);
            }
            errors++;
          }
        }
        if (data86.secretAccessKey !== undefined) {
          let data90 = data86.secretAccessKey;
          if (typeof data90 === 'string') {
            if (!pattern23.test(data90)) {
              const err162 = {
                instancePath: instancePath + '/store/secretAccessKey',
                schemaPath: '#/properties/store/properties/secretAccessKey/pattern',
                keyword: 'pattern',
                params: { pattern: '^(env|keychain|file):.' },
                message: 'must match pattern "' + '^(env|keychain|file):.' + '"',
              };
              if (vErrors === null) {
                vErrors = [err162];
              } else {
                vErrors.push(err162);
              }
              errors++;
            }
          } else {
            const err163 = {
              instancePath: instancePath + '/store/secretAccessKey',
              schemaPath: '#/properties/store/properties/secretAccessKey/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err163];
            } else {
              vErrors.push(err163);
            }
            errors++;
          }
        }
        if (data86.sessionToken !== undefined) {
          let data91 = data86.sessionToken;
          if (typeof data91 === 'string') {
            if (!pattern23.test(data91)) {
              const err164 = {
                instancePath: instancePath + '/store/sessionToken',
                schemaPath: '#/properties/store/properties/sessionToken/pattern',
                keyword: 'pattern',
                params: { pattern: '^(env|keychain|file):.' },
                message: 'must match pattern "' + '^(env|keychain|file):.' + '"',
              };
              if (vErrors === null) {
                vErrors = [err164];
              } else {
                vErrors.push(err164);
              }
              errors++;
            }
          } else {
            const err165 = {
              instancePath: instancePath + '/store/sessionToken',
              schemaPath: '#/properties/store/properties/sessionToken/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err165];
            } else {
              vErrors.push(err165);
            }
            errors++;
          }
        }
      } else {
        const err166 = {
          instancePath: instancePath + '/store',
          schemaPath: '#/properties/store/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err166];
        } else {
          vErrors.push(err166);
        }
        errors++;
      }
    }
  } else {
    const err167 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err167];
    } else {
      vErrors.push(err167);
    }
    errors++;
  }
  validate10.errors = vErrors;
  return errors === 0;
}
